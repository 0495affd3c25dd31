// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.loop.Failures;
import io.tcn.api.problem.DatabaseAway;
import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.security.login.SessionCookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// Pages that cannot be shown, as pages: what is missing, such as a right, in words.
@Lazy
@ControllerAdvice(basePackageClasses = PageErrors.class)
@RestController
@Needs
@Order(Ordered.HIGHEST_PRECEDENCE)
class PageErrors {
    private static final Logger LOG = LoggerFactory.getLogger(PageErrors.class);

    private final Answers answers;
    private final LoginPages logins;

    PageErrors(Answers answers, LoginPages logins) {
        this.answers = answers;
        this.logins = logins;
    }

    /// What no other page answers.
    @GetMapping(Urls.ROOT + "/{*rest}")
    ResponseEntity<byte[]> nothing() {
        throw Problem.notFound("there is no such page");
    }

    @ExceptionHandler
    ResponseEntity<byte[]> onException(Exception failure, HttpServletRequest request) {
        if (Failures.isDatabase(failure)) {
            return answer(request, DatabaseAway.STATUS, DatabaseAway.DETAIL + ".");
        }
        if (failure instanceof ErrorResponse known) {
            String detail = known.getBody().getDetail();
            return answer(request, known.getStatusCode().value(), detail == null ? "" : detail);
        }
        if (failure instanceof InvalidParameterException) {
            return answer(request, 400, "The query of the URL cannot be read: percent-encode it.");
        }
        LOG.error("page {} failed: a defect of TCN", request.getRequestURI(), failure);
        return answer(request, 500, "The server failed; its log says why.");
    }

    private void addWays(View view, HttpServletRequest request) {
        try {
            logins.ways(request).ifPresent(view::add);
        } catch (InvalidParameterException unreadable) {
            LOG.debug("a query that cannot be read", unreadable);
        }
    }

    private ResponseEntity<byte[]> answer(HttpServletRequest request, int status, String detail) {
        Caller caller = request.getAttribute(Caller.ATTRIBUTE) instanceof Caller known ? known : Caller.ANONYMOUS;
        String title = switch (status) {
            case 403 -> "You may not see or do this";
            case 404 -> "There is nothing here";
            case 503 -> "Not now";
            default -> status < 500 ? "This cannot be answered" : "The server failed";
        };
        View view = new View(title, "", new Asked(Urls.ROOT, java.util.Map.of()));
        boolean isNobody = status == 403 && caller.isAnonymous();
        String ended = isNobody && request.getAttribute(SessionCookie.ENDED) instanceof String reason ? reason : detail;
        view.add(Section.text("why", "Error " + status, List.of(ended)));
        if (isNobody) {
            addWays(view, request);
        }
        ResponseEntity<byte[]> page = answers.page(view, caller, HttpStatusCode.valueOf(status));
        return status == 503
                ? ResponseEntity.status(status)
                        .headers(page.getHeaders())
                        .header(HttpHeaders.RETRY_AFTER, DatabaseAway.RETRY_AFTER_SECONDS)
                        .body(page.getBody())
                : page;
    }
}
