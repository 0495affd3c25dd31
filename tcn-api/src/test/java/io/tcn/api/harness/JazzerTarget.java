// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import io.tcn.api.credential.ProxyTarget;
import io.tcn.api.fts.jobs.SubmissionTarget;
import io.tcn.api.security.token.TokenTarget;
import io.tcn.api.security.x509.DistinguishedName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javax.security.auth.x500.X500Principal;

/// Entry of the coverage-guided fuzzer Jazzer, which finds it by this method's name; see `tools/fuzz-parsers`. The
/// property `tcn.fuzz.target` names what reads the text of callers.
public final class JazzerTarget {
    private static final Map<String, Consumer<byte[]>> TARGETS = targets();
    private static final Consumer<byte[]> TARGET =
            Objects.requireNonNull(TARGETS.get(System.getProperty("tcn.fuzz.target", "submission")), "no such target");

    private static final List<String> SEEDS = List.of(
            "{\"files\": [{\"sources\": [\"https://a.example.org/f\"], \"destinations\": [\"https://b.example.org/f\"],"
                    + " \"checksum\": \"ADLER32:1234abcd\", \"filesize\": 12, \"metadata\": {\"a\": [1, null]},"
                    + " \"activity\": \"x\", \"selection_strategy\": \"auto\"}], \"params\": {\"retry\": 3,"
                    + " \"multihop\": true, \"overwrite\": \"y\", \"job_metadata\": {\"issuer\": \"rucio\"},"
                    + " \"verify_checksum\": \"both\", \"max_time_in_queue\": \"2h\", \"priority\": 5}}",
            "{\"files\": [{\"sources\": [\"davs://a/1\", \"davs://c/1\"], \"destinations\": [\"davs://b/1\"]}],"
                    + " \"params\": {\"bring_online\": -1, \"copy_pin_lifetime\": null, \"reuse\": \"N\"}}",
            "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2lhbS5leGFtcGxlLm9yZy8iLCJzdWIiOiJhIiwiZXhw"
                    + "IjoxfQ.c2lnbmF0dXJl",
            "CN=Alice Tester,OU=people,DC=example,DC=org",
            "2.5.4.3=#0c05416c696365+UID=a,O=x\\2Cy\\/CN=Bob",
            """
            -----BEGIN CERTIFICATE-----
            MIIBszCCAVmgAwIBAgIBATAKBggqhkjOPQQDAjASMRAwDgYDVQQDDAdFeGFtcGxl
            -----END CERTIFICATE-----
            """);

    private JazzerTarget() {}

    private static Map<String, Consumer<byte[]>> targets() {
        Map<String, Consumer<byte[]>> targets = new LinkedHashMap<>();
        targets.put("submission", SubmissionTarget::read);
        targets.put("token", TokenTarget::read);
        targets.put("proxy", ProxyTarget::read);
        targets.put("encoded name", bytes -> name(() -> new X500Principal(new ByteArrayInputStream(bytes))));
        targets.put("name", bytes -> name(() -> new X500Principal(new String(bytes, StandardCharsets.UTF_8))));
        return targets;
    }

    /// What the JDK takes for a name must come out as one line that no control character is in, or be refused.
    @SuppressWarnings("EmptyCatch")
    private static void name(java.util.function.Supplier<X500Principal> reader) {
        try {
            String text = DistinguishedName.toSlashForm(reader.get());
            if (text.chars().anyMatch(c -> c < ' ' || c == 0x7F)) {
                throw new IllegalStateException("a control character is in " + text);
            }
        } catch (IllegalArgumentException refusal) {
            // as it should be
        }
    }

    /// One case. Whatever comes out is a finding.
    public static void fuzzerTestOneInput(byte[] data) {
        TARGET.accept(data);
    }

    /// Lists the targets, and writes what cases begin with into a folder.
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder);
        int number = 0;
        for (String seed : SEEDS) {
            Files.writeString(folder.resolve("seed-" + number++), seed);
        }
        for (String dn : List.of("CN=Alice,DC=org", "UID=x+CN=\"a/CN=b\",O=\u00e9")) {
            Files.write(folder.resolve("seed-" + number++), new X500Principal(dn).getEncoded());
        }
        TARGETS.keySet().forEach(System.out::println);
    }
}
