import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { Router } from 'wouter';
import { readAhead } from './app/ahead.js';
import { App } from './app/App.js';
import { basePath, client } from './app/server.js';

readAhead();
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
