// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Says what an answer means that is no success, and what to do.
final class Refusals {
    private Refusals() {}

    /// @param body null if it is no JSON
    static Trouble of(int status, @Nullable JsonNode body, HttpHeaders headers, Server server) {
        String detail = detail(body);
        return switch (status) {
            case 401 -> refused(ExitCode.NOT_ALLOWED, status, unknown(server, detail));
            case 403 -> refused(ExitCode.NOT_ALLOWED, status, "not allowed: " + or(detail, "you lack the right to it"));
            case 404 -> refused(ExitCode.FAILED, status, notFound(detail));
            case 405 -> refused(ExitCode.FAILED, status, "this server cannot do that: it is older than this command");
            case 409 -> refused(ExitCode.FAILED, status, "not now: " + or(detail, "it contradicts what is there"));
            case 412 ->
                refused(
                        ExitCode.CHANGED_MEANWHILE,
                        status,
                        "somebody else was faster: " + or(detail, "it has changed meanwhile"));
            case 429 ->
                refused(
                        ExitCode.FAILED,
                        status,
                        "too many of your requests are under way: " + or(detail, "") + again(headers));
            case 503 ->
                refused(
                        ExitCode.AWAY,
                        status,
                        server.url() + " does not serve now: " + or(detail, "no reason given") + ": " + again(headers));
            default -> refused(ExitCode.FAILED, status, other(status, body, detail));
        };
    }

    private static Trouble refused(int exitCode, int status, String sentence) {
        return Trouble.answered(exitCode, status, sentence.replace(": : ", ": "));
    }

    private static String detail(@Nullable JsonNode body) {
        if (body == null) {
            return "";
        }
        Row problem = new Row(body);
        return problem.has("detail") ? problem.text("detail") : problem.text("message");
    }

    private static String or(String detail, String otherwise) {
        return detail.isBlank() ? otherwise : detail;
    }

    private static String unknown(Server server, String detail) {
        String shown = "the server does not know you; you showed "
                + server.credential().inWords();
        String why = detail.isBlank() ? "" : " (" + detail + ")";
        return switch (server.credential()) {
            case Credential.None _ ->
                shown + why
                        + ": add --cert and --key, X509_USER_PROXY or TCN_TOKEN, or use a context (tcn context add)";
            case Credential.Certificate _ ->
                shown + why + ": an administrator can add its name to a user (tcn user add NAME --dn DN)";
            case Credential.Token token -> shown + why + ": " + aboutToken(token);
        };
    }

    private static String aboutToken(Credential.Token token) {
        Instant end = expiry(token.value());
        return end != null && end.isBefore(Instant.now())
                ? "it expired at " + end + ", get a new one"
                : "get a new one from an issuer that the server trusts";
    }

    /// When a token ends that is a JSON Web Token; null if it does not say.
    private static @Nullable Instant expiry(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return null;
        }
        try {
            JsonNode claims = Json.parse(Base64.getUrlDecoder().decode(parts[1].getBytes(StandardCharsets.ISO_8859_1)));
            JsonNode end = claims == null ? null : claims.get("exp");
            return end == null || !end.isNumber() ? null : Instant.ofEpochSecond((long) end.doubleValue());
        } catch (IllegalArgumentException | java.time.DateTimeException opaque) {
            return null;
        }
    }

    private static String notFound(String detail) {
        if (detail.isBlank() || detail.startsWith("There is nothing at") || detail.startsWith("No static resource")) {
            return "this server does not have that: it is older than this command, or no TCN server";
        }
        return detail;
    }

    private static String other(int status, @Nullable JsonNode body, String detail) {
        if (status / 100 == 5) {
            return "the server failed (" + status + "): " + or(detail, "its log says more");
        }
        if (status / 100 == 3) {
            return "the address leads elsewhere (" + status + "): give the address of the TCN server itself";
        }
        return "the server refused" + (detail.isBlank() ? " (" + status + ")" : ": " + detail)
                + (body == null ? ": is it a TCN server?" : "");
    }

    private static String again(HttpHeaders headers) {
        return headers.firstValue("Retry-After")
                .filter(seconds -> seconds.matches("[0-9]{1,6}"))
                .map(seconds -> "try again in " + seconds + " s")
                .orElse("try again in a while");
    }
}
