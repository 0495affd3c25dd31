// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.fake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;

/// What a [FakeXrootd] does when it is asked for a COPY. The factories replay what was seen of the real one.
@FunctionalInterface
public interface CopyScript {
    void play(CopyCall call) throws IOException;

    /// Really copies, as a healthy storage.
    static CopyScript honest() {
        return call -> {
            if (call.isPull()) {
                pull(call);
            } else {
                push(call);
            }
        };
    }

    /// Begins, leaves something behind and fails with a last line.
    static CopyScript failing(String text, byte[] left) {
        return call -> {
            call.created();
            if (call.isPull()) {
                call.leave(left);
            }
            call.marker(left.length);
            call.last("failure: " + text);
        };
    }

    /// Refuses with a plain status.
    static CopyScript refusing(int status, String text) {
        return call -> call.refuse(status, text);
    }

    /// Is killed in the middle: the connection closes without a last line.
    static CopyScript dying(byte[] left) {
        return call -> {
            call.created();
            call.leave(left);
            call.marker(left.length);
            call.hangUp();
        };
    }

    /// Reports success, but there is no file.
    static CopyScript lying() {
        return call -> {
            call.created();
            call.marker(0);
            call.last("success: Created");
        };
    }

    /// Never sends a header.
    static CopyScript silent() {
        return call -> {
            call.leave(new byte[0]);
            call.awaitClose();
        };
    }

    /// Begins, moves some bytes and hangs until the client goes.
    static CopyScript hanging(byte[] left) {
        return call -> {
            call.created();
            call.leave(left);
            call.marker(left.length);
            call.storage().tell("hanging");
            call.awaitClose();
        };
    }

    private static void pull(CopyCall call) throws IOException {
        boolean exists = call.storage().content(call.request().path()).isPresent();
        if (exists && call.request().header("Overwrite").orElse("T").equals("F")) {
            call.refuse(412, "Unable to create " + call.request().path() + "; file exists");
            return;
        }
        call.created();
        call.leave(new byte[0]);
        call.marker(0);
        HttpURLConnection get = (HttpURLConnection) call.other().toURL().openConnection();
        try {
            int status = get.getResponseCode();
            if (status != 200) {
                String text;
                try (InputStream error = get.getErrorStream()) {
                    text = new String(error.readAllBytes(), StandardCharsets.UTF_8);
                }
                call.last("failure: Remote side failed with status code " + status + "; error message: \"" + text
                        + " \"");
                return;
            }
            try (InputStream in = get.getInputStream()) {
                call.leave(in.readAllBytes());
            }
            call.last("success: Created");
        } catch (java.net.ConnectException e) {
            call.last("failure: Couldn't connect to server");
        } finally {
            get.disconnect();
        }
    }

    private static void push(CopyCall call) throws IOException {
        byte[] content = call.storage().content(call.request().path()).orElse(null);
        if (content == null) {
            call.refuse(400, "Unable to open " + call.request().path() + "; no such file or directory");
            return;
        }
        call.created();
        call.marker(0);
        HttpURLConnection put = (HttpURLConnection) call.other().toURL().openConnection();
        try {
            put.setRequestMethod("PUT");
            put.setDoOutput(true);
            put.setFixedLengthStreamingMode(content.length);
            try (OutputStream out = put.getOutputStream()) {
                out.write(content);
            }
            int status = put.getResponseCode();
            call.last(
                    status / 100 == 2 ? "success: Created" : "failure: Remote side failed with status code " + status);
        } catch (java.net.ConnectException e) {
            call.last("failure: Couldn't connect to server");
        } finally {
            put.disconnect();
        }
    }
}
