import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { Router } from 'wouter';
import { App } from './App.js';
import { basePath, client } from './server.js';

const place = document.querySelector('#console');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Provider value={client}>
        <Router base={basePath}>
          <App />
        </Router>
      </Provider>
    </StrictMode>,
  );
}
