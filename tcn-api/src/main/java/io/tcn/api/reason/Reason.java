// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.reason;

import io.tcn.api.problem.Problem;
import io.tcn.api.text.OneLine;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/// Why the caller of the request that is being answered changes something, in his words. It goes with the request, so
/// that no change that is audited can leave it out.
public final class Reason {
    /// Name of the parameter; in the query, since a header takes ASCII only.
    public static final String PARAMETER = "reason";

    /// The most characters.
    public static final int LONGEST = 500;

    public static final String ABOUT =
            "Why, for the audit: one line of at most " + LONGEST + " characters, without control characters.";

    private static final String ATTRIBUTE = "io.tcn.reason";

    private Reason() {}

    /// What was said with the request that this thread answers; null if nothing was, or if it answers none.
    public static @Nullable String given() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request == null ? null : (String) request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    }

    /// A text with what was said behind it.
    public static String with(String text) {
        String given = given();
        return given == null ? text : text + ": " + given;
    }

    /// Keeps what is said with a request, if it can stand in the audit.
    ///
    /// @param values of the parameter; null if it is not there
    static void keep(RequestAttributes request, String @Nullable [] values) {
        if (values == null) {
            return;
        }
        if (values.length > 1) {
            throw Problem.badRequest(PARAMETER, "\"" + PARAMETER + "\" is there " + values.length + " times");
        }
        String text = values[0].strip();
        if (text.length() > LONGEST) {
            throw Problem.badRequest(
                    PARAMETER,
                    "\"" + PARAMETER + "\" has at most " + LONGEST + " characters, given were " + text.length());
        }
        if (!OneLine.of(text).equals(text)) {
            throw Problem.badRequest(
                    PARAMETER, "\"" + PARAMETER + "\" is one line: leave line ends and control characters out");
        }
        if (!text.isEmpty()) {
            request.setAttribute(ATTRIBUTE, text, RequestAttributes.SCOPE_REQUEST);
        }
    }
}
