// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import java.util.Map;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/// Refusals of the FTS face in FTS's shape.
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class FtsExceptionHandler {
    @ExceptionHandler
    ResponseEntity<Map<String, Object>> onRefusal(FtsException refusal) {
        String message = refusal.getMessage() == null ? "" : refusal.getMessage();
        return ResponseEntity.status(refusal.status())
                .contentType(MediaType.APPLICATION_JSON)
                .body(FtsStatus.error(refusal.status(), message));
    }
}
