// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.context;

import io.tcn.cli.env.Surroundings;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Credential;
import io.tcn.cli.http.Server;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Finds which server is meant, and as whom.
///
/// The address: `--url`, the context of `--context`, `TCN_URL`, the context of `TCN_CONTEXT`, the current context, and
/// at last a server that was started for a trial in this folder. The credential: `--token-file` or `--cert`,
/// `TCN_TOKEN` or `TCN_TOKEN_FILE`, that of the context, `BEARER_TOKEN`, `X509_USER_PROXY`, `X509_USER_CERT` with
/// `X509_USER_KEY`, that of the trial. A credential of a context is shown to the server of that context only.
public final class ServerFinder {
    private static final String TRIAL_URL = "https://localhost:8446";

    private final Surroundings surroundings;
    private final Choice choice;

    public ServerFinder(Surroundings surroundings, Choice choice) {
        this.surroundings = surroundings;
        this.choice = choice;
    }

    /// Finds it.
    public Server find() throws Trouble {
        ServerContext context = context();
        String given = choice.url() != null
                ? choice.url()
                : choice.context() == null ? surroundings.variable("TCN_URL") : null;
        if (given == null && context == null) {
            throw Trouble.usage("no server is named: add one with \"tcn context add NAME --url"
                    + " https://HOST:8446 ...\", or give --url or TCN_URL");
        }
        URI url = ServerContext.address(given != null ? given : context == null ? TRIAL_URL : context.url());
        boolean named = choice.context() != null;
        ServerContext own =
                context != null && (named || url.equals(ServerContext.address(context.url()))) ? context : null;
        return new Server(url, authorities(own), credential(own, url), choice.timeout());
    }

    private @Nullable ServerContext context() throws Trouble {
        String name = choice.context() != null ? choice.context() : surroundings.variable("TCN_CONTEXT");
        Contexts contexts = ContextFile.of(surroundings).read();
        if (name != null) {
            return contexts.find(name)
                    .orElseThrow(
                            () -> Trouble.usage("there is no context " + name + "; there are: " + contexts.names()));
        }
        String current = contexts.current();
        ServerContext found = current == null ? null : contexts.find(current).orElse(null);
        return found == null ? trial() : found;
    }

    /// The server of the first steps: `tcn serve` was started in this folder.
    private @Nullable ServerContext trial() {
        Path pki = surroundings.directory().resolve("data").resolve("pki");
        Path ca = pki.resolve("ca.pem");
        Path cert = pki.resolve("demo-user.pem");
        if (!Files.isReadable(ca) || !Files.isReadable(cert)) {
            return null;
        }
        return new ServerContext(
                "trial",
                TRIAL_URL,
                ca.toString(),
                cert.toString(),
                pki.resolve("demo-user.key").toString(),
                null);
    }

    private @Nullable Path authorities(@Nullable ServerContext context) {
        String place = choice.ca() != null ? choice.ca() : surroundings.variable("TCN_CA");
        if (place == null && context != null) {
            place = context.ca();
        }
        if (place == null) {
            place = surroundings.variable("X509_CERT_DIR");
        }
        return place == null ? null : surroundings.file(place);
    }

    private Credential credential(@Nullable ServerContext context, URI url) throws Trouble {
        Credential credential = given();
        if (credential == null && context != null) {
            credential = of(context.cert(), context.key(), context.tokenFile());
        }
        if (credential == null) {
            credential = ofGrid();
        }
        if (credential instanceof Credential.Token && "http".equalsIgnoreCase(url.getScheme()) && !isLocal(url)) {
            throw Trouble.usage("a token is not sent without TLS, anybody could read it: use https");
        }
        return credential == null ? new Credential.None() : credential;
    }

    private static boolean isLocal(URI url) {
        String host = url.getHost();
        return "localhost".equalsIgnoreCase(host) || "[::1]".equals(host) || host.matches("127(\\.[0-9]{1,3}){3}");
    }

    private @Nullable Credential given() throws Trouble {
        if (choice.cert() != null && choice.tokenFile() != null) {
            throw Trouble.usage("give --cert or --token-file, not both");
        }
        if (choice.key() != null && choice.cert() == null) {
            throw Trouble.usage("--key needs --cert");
        }
        Credential credential = of(choice.cert(), choice.key(), choice.tokenFile());
        if (credential == null) {
            credential = token("TCN_TOKEN");
        }
        return credential == null ? of(null, null, surroundings.variable("TCN_TOKEN_FILE")) : credential;
    }

    private @Nullable Credential ofGrid() throws Trouble {
        Credential credential = token("BEARER_TOKEN");
        if (credential == null) {
            credential = of(null, null, surroundings.variable("BEARER_TOKEN_FILE"));
        }
        if (credential == null) {
            credential = of(surroundings.variable("X509_USER_PROXY"), null, null);
        }
        if (credential == null) {
            credential = of(surroundings.variable("X509_USER_CERT"), surroundings.variable("X509_USER_KEY"), null);
        }
        return credential;
    }

    private @Nullable Credential token(String variable) throws Trouble {
        String value = surroundings.variable(variable);
        return value == null ? null : Tokens.checked(value, variable);
    }

    private @Nullable Credential of(@Nullable String cert, @Nullable String key, @Nullable String tokenFile)
            throws Trouble {
        if (tokenFile != null) {
            return Tokens.ofFile(surroundings.file(tokenFile));
        }
        if (cert == null) {
            return null;
        }
        return new Credential.Certificate(surroundings.file(cert), surroundings.file(key == null ? cert : key));
    }
}
