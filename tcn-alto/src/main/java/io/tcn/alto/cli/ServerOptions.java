// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoAuth;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.AltoLimits;
import io.tcn.alto.client.Dialect;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Which server is asked, and how: what all commands have that ask one.
final class ServerOptions {
    private static final AltoLimits USUAL = AltoLimits.DEFAULT;

    @Parameters(
            index = "0",
            paramLabel = "URL",
            description = "root directory of the server, such as http://127.0.0.1:8181/alto/v1/ird")
    private String url = "";

    @Option(names = "--user", paramLabel = "NAME", description = "who you are; needs --password-file")
    private @Nullable String user;

    @Option(names = "--password-file", paramLabel = "FILE", description = "a file with the password in its first line")
    private @Nullable Path passwordFile;

    @Option(names = "--digest", description = "prove the password without sending it (RFC 7616)")
    private boolean digest;

    @Option(names = "--token-file", paramLabel = "FILE", description = "a file with a bearer token in its first line")
    private @Nullable Path tokenFile;

    @Option(names = "--trust", paramLabel = "PEM", description = "certificates to trust, in place of the system's")
    private @Nullable Path trust;

    @Option(
            names = "--redirects-to",
            paramLabel = "URL",
            description =
                    "another server to which this one may redirect, such as https://alto2.example.org; may be repeated")
    private List<String> redirectTargets = List.of();

    @Option(
            names = "--lenient",
            description = "take more than the RFCs allow: plain JSON types, names that are numbers")
    private boolean lenient;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "longest wait for an answer (default 15)",
            defaultValue = "15")
    private double timeoutSeconds;

    boolean isJson() {
        return json;
    }

    Connection connect(Console console) throws WrongArgumentException {
        return Connection.to(settings(console));
    }

    AltoClientSettings settings(Console console) throws WrongArgumentException {
        URI uri = uri(url, "root directory");
        if (!(timeoutSeconds >= 0.01) || timeoutSeconds > 3600) {
            throw new WrongArgumentException("--timeout must be between 0.01 and 3600 seconds");
        }
        Duration answer = Duration.ofMillis(Math.round(timeoutSeconds * 1000));
        Duration connect = answer.compareTo(USUAL.connect()) < 0 ? answer : USUAL.connect();
        AltoLimits limits = new AltoLimits(connect, answer, USUAL.bodyBytes(), USUAL.errorBytes(), USUAL.redirects());
        SSLContext ssl = trust == null ? null : PemFiles.trusting(trust);
        AltoAuth auth = auth();
        if (auth instanceof AltoAuth.Basic && "http".equalsIgnoreCase(uri.getScheme()) && !isLocal(uri)) {
            console.note("the password can be read on the way: use https, or --digest");
        }
        return new AltoClientSettings("server", uri, auth, Set.of(), targets(), Dialect.RFC, lenient, ssl, limits);
    }

    private Set<URI> targets() throws WrongArgumentException {
        Set<URI> targets = new LinkedHashSet<>();
        for (String target : redirectTargets) {
            targets.add(uri(target, "server"));
        }
        return targets;
    }

    private static URI uri(String url, String what) throws WrongArgumentException {
        try {
            URI uri = URI.create(url);
            String scheme = uri.getScheme();
            boolean isWeb = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
            if (isWeb && uri.getHost() != null && uri.getRawUserInfo() == null) {
                return uri;
            }
        } catch (IllegalArgumentException notAnAddress) {
            // said below
        }
        throw new WrongArgumentException("\"" + url + "\" is no address of a " + what + ": give one such as"
                + " http://127.0.0.1:8181/alto/v1/ird, without user and password in it");
    }

    private static boolean isLocal(URI uri) {
        String host = uri.getHost();
        if (host == null || "localhost".equalsIgnoreCase(host)) {
            return true;
        }
        try {
            return InetAddress.ofLiteral(host.startsWith("[") ? host.substring(1, host.length() - 1) : host)
                    .isLoopbackAddress();
        } catch (IllegalArgumentException name) {
            return false; // a name; where it leads is not asked here
        }
    }

    private AltoAuth auth() throws WrongArgumentException {
        if (tokenFile != null) {
            if (user != null) {
                throw new WrongArgumentException("give --token-file or --user, not both");
            }
            String token = Secrets.read("--token-file", tokenFile);
            return new AltoAuth.Bearer(() -> token);
        }
        if (user == null) {
            if (passwordFile != null || digest) {
                throw new WrongArgumentException("--password-file and --digest need --user");
            }
            return new AltoAuth.None();
        }
        if (passwordFile == null) {
            throw new WrongArgumentException(
                    "--user needs --password-file: a file with the password in its first line");
        }
        String password = Secrets.read("--password-file", passwordFile);
        return digest ? new AltoAuth.Digest(user, password) : new AltoAuth.Basic(user, password);
    }
}
