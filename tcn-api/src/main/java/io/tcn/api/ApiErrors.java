// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import io.tcn.api.fts.FtsStatus;
import io.tcn.api.inbound.SlowBodies;
import io.tcn.api.loop.Failures;
import io.tcn.api.problem.DatabaseAway;
import io.tcn.api.security.Needs;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/// Errors that no controller answers by itself, in the shape of the face that was asked: problem details (RFC 9457)
/// under `/tcn/`, FTS's shape elsewhere. Whatever comes of a database that does not answer is a 503 with `Retry-After`.
/// No stack trace, no text of an unexpected exception, ever reaches a caller.
@RestControllerAdvice
@RestController
@Needs(open = true)
class ApiErrors implements ErrorController {
    private static final Logger LOG = LoggerFactory.getLogger(ApiErrors.class);

    private final Outages outages;

    ApiErrors(TimeSource time) {
        this.outages = new Outages(time);
    }

    /// @return null if nobody is there to answer
    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> onException(Exception failure, HttpServletRequest request) {
        if (Failures.isDatabase(failure)) {
            return databaseAway(request, failure);
        }
        if (SlowBodies.isReasonOf(failure)) {
            HttpHeaders last = new HttpHeaders();
            last.set(HttpHeaders.CONNECTION, "close");
            return answer(request, HttpStatusCode.valueOf(408), last, "The body of the request came too slowly");
        }
        if (ClientGone.is(failure)) {
            LOG.debug("{} {}: the client has gone", request.getMethod(), request.getRequestURI(), failure);
            return null;
        }
        if (failure instanceof ErrorResponse known) {
            Map<String, Object> more = known.getBody().getProperties();
            return answer(
                    request,
                    known.getStatusCode(),
                    known.getHeaders(),
                    text(known, request),
                    more == null ? Map.of() : more);
        }
        if (failure instanceof InvalidParameterException) {
            return answer(
                    request,
                    HttpStatusCode.valueOf(400),
                    HttpHeaders.EMPTY,
                    "The query of the URL cannot be read: percent-encode it");
        }
        if (failure instanceof TypeMismatchException wrong) {
            return answer(
                    request,
                    HttpStatusCode.valueOf(400),
                    HttpHeaders.EMPTY,
                    "\"" + wrong.getPropertyName() + "\" has not the form that it must have: " + wrong.getValue(),
                    Map.of("field", String.valueOf(wrong.getPropertyName())));
        }
        LOG.error("{} {} failed: a defect of TCN", request.getMethod(), request.getRequestURI(), failure);
        return answer(request, HttpStatusCode.valueOf(500), HttpHeaders.EMPTY, "The server failed; its log says why");
    }

    private ResponseEntity<Object> databaseAway(HttpServletRequest request, Throwable failure) {
        outages.note(request.getMethod() + " " + request.getRequestURI(), failure);
        return answer(request, HttpStatusCode.valueOf(DatabaseAway.STATUS), HttpHeaders.EMPTY, DatabaseAway.DETAIL);
    }

    /// What the container refuses before Spring sees it.
    @RequestMapping("/error")
    ResponseEntity<Object> onContainerError(HttpServletRequest request) {
        if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure
                && Failures.isDatabase(failure)) {
            return databaseAway(request, failure);
        }
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        int status = code instanceof Integer number ? number : 404;
        return answer(request, HttpStatusCode.valueOf(status), HttpHeaders.EMPTY, FtsStatus.line(status));
    }

    private static String text(ErrorResponse known, HttpServletRequest request) {
        if (known instanceof NoResourceFoundException || known instanceof NoHandlerFoundException) {
            return "There is nothing at " + request.getRequestURI();
        }
        if (known instanceof HttpRequestMethodNotSupportedException) {
            return "The method " + request.getMethod() + " is not allowed here";
        }
        String detail = known.getBody().getDetail();
        return detail == null ? FtsStatus.line(known.getStatusCode().value()) : detail;
    }

    private static ResponseEntity<Object> answer(
            HttpServletRequest request, HttpStatusCode code, HttpHeaders headers, String message) {
        return answer(request, code, headers, message, Map.of());
    }

    /// @param more what problem details say beside it
    private static ResponseEntity<Object> answer(
            HttpServletRequest request,
            HttpStatusCode code,
            HttpHeaders headers,
            String message,
            Map<String, Object> more) {
        Object origin = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        String path = origin instanceof String text ? text : request.getRequestURI();
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(code).headers(headers);
        if (code.value() == 503 && !headers.containsHeader(HttpHeaders.RETRY_AFTER)) {
            answer.header(HttpHeaders.RETRY_AFTER, DatabaseAway.RETRY_AFTER_SECONDS);
        }
        if (path.startsWith("/tcn/")) {
            ProblemDetail problem = ProblemDetail.forStatusAndDetail(code, message);
            more.forEach(problem::setProperty);
            return answer.contentType(MediaType.APPLICATION_PROBLEM_JSON).body(problem);
        }
        Map<String, Object> body = FtsStatus.error(code.value(), message);
        return answer.contentType(MediaType.APPLICATION_JSON).body(body);
    }
}
