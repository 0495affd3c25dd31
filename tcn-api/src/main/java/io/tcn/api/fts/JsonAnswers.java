// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.ContentNegotiationStrategy;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Answers in JSON, whatever a caller accepts: a browser that asks for HTML, and a client that asks for nothing that
/// can be read, get it too. So no submission is refused after it was stored.
@Configuration(proxyBeanMethods = false)
class JsonAnswers implements WebMvcConfigurer {
    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
        configurer.strategies(List.of(new JsonAtLast()));
    }

    private static final class JsonAtLast implements ContentNegotiationStrategy {
        private final HeaderContentNegotiationStrategy header = new HeaderContentNegotiationStrategy();

        @Override
        public List<MediaType> resolveMediaTypes(NativeWebRequest request) {
            List<MediaType> types = new ArrayList<>();
            try {
                types.addAll(header.resolveMediaTypes(request));
            } catch (HttpMediaTypeNotAcceptableException unreadable) {
                // As if nothing had been said.
            }
            types.add(MediaType.APPLICATION_JSON);
            return types;
        }
    }
}
