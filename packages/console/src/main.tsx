import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { Router } from 'wouter';
import { readFirst } from './app/ahead.js';
import { App } from './app/App.js';
import { basePath, client } from './app/server.js';

readFirst();
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
