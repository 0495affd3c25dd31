// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;

/// Versions of what is declared, so that of two operators who have seen the same the second does not undo unseen what
/// the first has done.
///
/// A version is made of what was declared alone, not of what moves meanwhile: it is the same for the same declaration,
/// on every server and after a restart. An answer has it as `version`, and that of a single thing as its `ETag`. A
/// request to change something gives back in `If-Match` what was seen, or `If-None-Match: *` if nothing was there; when
/// something else is there by now, nothing is changed and the answer is 412.
final class Versions {
    static final String IF_MATCH =
            "Version that was seen, in quotation marks; * for any. 412 if it is another one by now.";
    static final String IF_NONE_MATCH = "* : 412 if it is there already.";

    private static final int BYTES = 8;
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private Versions() {}

    /// @param declared one of the bodies that declare something, or a list of them
    static String of(Object declared) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(MAPPER.writeValueAsBytes(declared));
            // A letter in front: no reader of YAML takes it for a number.
            return 'v' + HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /// A version as a header has it.
    static String tag(String version) {
        return '"' + version + '"';
    }

    /// Puts a version into the head of an answer. Not by Spring's own way, which would answer 304 to who has the
    /// declaration already, though what moves is another.
    static void tell(HttpServletResponse response, String version) {
        response.setHeader(HttpHeaders.ETAG, tag(version));
    }

    /// Refuses a change by somebody who has not seen what he changes. To be called where nobody else declares
    /// anything until it is made.
    ///
    /// @param ifMatch what must be there; null if that is all the same
    /// @param present what is there, as it was declared; null if nothing is
    /// @param what as in `user cms`
    /// @param route where it is read
    static void refuseStale(@Nullable String ifMatch, @Nullable Object present, String what, String route) {
        if (ifMatch != null && !isOf(ifMatch, present)) {
            throw stale(
                    what
                            + (present == null
                                    ? " is not there"
                                    : " has changed since it was read, and is now "
                                            + MAPPER.writeValueAsString(present)),
                    route);
        }
    }

    /// Refuses to make anew what is there, if its caller says that it is not.
    ///
    /// @param ifNoneMatch what must not be there
    static void refuseKnown(@Nullable String ifNoneMatch, @Nullable Object present, String what, String route) {
        if (ifNoneMatch != null && isOf(ifNoneMatch, present)) {
            throw stale(what + " is there already, as " + MAPPER.writeValueAsString(present), route);
        }
    }

    /// Whether a condition names what is there.
    static boolean isOf(String condition, @Nullable Object present) {
        if (present == null) {
            return false;
        }
        if (condition.strip().equals("*")) {
            return true;
        }
        String tag = tag(of(present));
        return Arrays.stream(condition.split(",", -1)).map(String::strip).anyMatch(tag::equals);
    }

    private static Problem stale(String what, String route) {
        return new Problem(
                HttpStatus.PRECONDITION_FAILED, what + ": nothing was changed; read it again with GET " + route);
    }
}
