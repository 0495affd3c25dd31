// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Messages as bytes, from files. Those that end in `.http` begin with the header fields of the answer.
public final class Fixtures {
    /// All of them.
    public static final List<String> NAMES = List.of(
            "control.json",
            "costmap-calendar.json",
            "costmap-multi.json",
            "costmap-ordinal.json",
            "costmap.json",
            "directory-broken.json",
            "directory.json",
            "endpointcost.json",
            "error.json",
            "networkmap-slips.json",
            "networkmap.json",
            "openalto-costmap.json",
            "openalto-directory.json",
            "openalto-error.http",
            "openalto-pathvector.http",
            "propmap.json",
            "prototype-pathvector.http",
            "pv-endpoints.http",
            "pv-pids.http",
            "pv-slips.http",
            "updates.sse");

    private Fixtures() {}

    /// An answer.
    ///
    /// @param contentType its header field
    /// @param body its content
    @SuppressWarnings("ArrayRecordComponent") // only handed on
    public record Message(String contentType, byte[] body) {
        /// The content as text.
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /// The same with other content.
        public Message withText(String text) {
            return new Message(contentType, utf8(text));
        }
    }

    public static byte[] bytes(String name) {
        try (InputStream in = Fixtures.class.getResourceAsStream("/io/tcn/alto/fixtures/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    public static Message message(String name) {
        byte[] all = bytes(name);
        String text = new String(all, StandardCharsets.ISO_8859_1);
        String lineEnd = text.contains("\r\n") && text.indexOf("\r\n") < text.indexOf('\n') ? "\r\n" : "\n";
        int blank = text.indexOf(lineEnd + lineEnd);
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : text.substring(0, blank).split(lineEnd, -1)) {
            int colon = line.indexOf(':');
            fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return new Message(
                HttpFields.of(fields).first("content-type").orElseThrow(),
                Arrays.copyOfRange(all, blank + 2 * lineEnd.length(), all.length));
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// JSON written with single quotes.
    public static byte[] json(String text) {
        return utf8(text.replace('\'', '"'));
    }

    public static void assertRefused(InvalidReason reason, ThrowingCallable action) {
        assertThatExceptionOfType(AltoFormatException.class)
                .isThrownBy(action)
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }
}
