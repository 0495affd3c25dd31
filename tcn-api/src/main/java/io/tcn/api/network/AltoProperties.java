// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.network;

import io.tcn.alto.client.AltoAuth;
import io.tcn.alto.client.Dialect;
import io.tcn.alto.map.AddressBook;
import io.tcn.alto.map.CapacityRule;
import io.tcn.alto.map.FeedSettings;
import io.tcn.alto.map.Identity;
import io.tcn.alto.model.AneProperties;
import io.tcn.alto.server.NameMode;
import io.tcn.core.model.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// ALTO servers that tell of the network, all under `tcn.alto.`.
///
/// @param servers servers that are asked; none: our own one over `tcn.topology.file`
/// @param endpoints where endpoints are that no name service knows: `192.0.2.1,2001:db8::1` or `pid:NAME` per URL
/// @param embedded our own server
@ConfigurationProperties("tcn.alto")
public record AltoProperties(
        @DefaultValue List<Server> servers,
        @DefaultValue Map<String, String> endpoints,
        @DefaultValue Embedded embedded) {
    public AltoProperties {
        servers = List.copyOf(servers);
        endpoints = Map.copyOf(endpoints);
        List<String> complaints = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < servers.size(); i++) {
            String where = "tcn.alto.servers[" + i + "]";
            complaints.addAll(servers.get(i).complaints(where));
            if (!names.add(servers.get(i).name())) {
                complaints.add(
                        where + ".name: \"" + servers.get(i).name() + "\" is the name of another server already");
            }
        }
        endpoints.forEach((url, place) -> {
            try {
                Endpoint.parse(url);
                AddressBook.parsePlace(place);
            } catch (IllegalArgumentException refused) {
                complaints.add("tcn.alto.endpoints[" + url + "]: " + refused.getMessage());
            }
        });
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", complaints));
        }
    }

    /// A server that is asked.
    ///
    /// @param name our name for it, part of the ids of its resources
    /// @param ird address of its root directory
    /// @param period time between two questions while nothing is pushed
    /// @param push whether updates are taken where the server offers them
    /// @param dialect `rfc`, or `endpoint-flows` for servers that take one product of endpoints per flow
    /// @param identity `auto`, or `name` for a server that is known to keep the names of network elements
    /// @param capacityProperties properties that are capacities, the first that is there decides
    /// @param redirectsTo other servers to which this one may redirect, by any address there
    /// @param lenient whether more is taken than the RFCs allow: numbers as text, names as numbers
    /// @param auth how we prove who we are
    /// @param trust PEM file with the certificates of its authorities, beside those of the JVM
    /// @param maxPairs most pairs in one request
    /// @param acceptDefaultPid whether a group of addresses that holds every address says something of a pair
    /// @param zeroCapacity `hold` the pipes through a resource of capacity 0, or `ignore` it
    public record Server(
            @DefaultValue("") String name,
            @Nullable URI ird,
            @DefaultValue("30s") Duration period,
            @DefaultValue("true") boolean push,
            @DefaultValue("rfc") Dialect dialect,
            @DefaultValue("auto") Identity identity,

            @DefaultValue(AneProperties.MAX_RESERVABLE_BANDWIDTH)
            List<String> capacityProperties,

            @DefaultValue List<URI> redirectsTo,
            @DefaultValue("false") boolean lenient,
            @DefaultValue Auth auth,
            @Nullable Path trust,
            @DefaultValue("50000") int maxPairs,
            @DefaultValue("true") boolean acceptDefaultPid,
            @DefaultValue("hold") ZeroCapacity zeroCapacity) {
        private List<String> complaints(String where) {
            List<String> complaints = new ArrayList<>();
            if (ird == null || !ird.isAbsolute() || !List.of("http", "https").contains(ird.getScheme())) {
                complaints.add(where + ".ird: give the http or https address of the root directory, given was " + ird);
            }
            for (URI target : redirectsTo) {
                if (!target.isAbsolute()
                        || target.getHost() == null
                        || !List.of("http", "https").contains(target.getScheme())) {
                    complaints.add(where + ".redirects-to: give http or https addresses, given was " + target);
                }
            }
            CapacityRule rule = CapacityRule.STANDARD;
            try {
                rule = CapacityRule.parse(capacityProperties, lenient);
            } catch (IllegalArgumentException refused) {
                complaints.add(where + ".capacity-properties: " + refused.getMessage());
            }
            try {
                var _ = feed(rule, null);
            } catch (IllegalArgumentException refused) {
                complaints.add(where + ": " + refused.getMessage());
            }
            complaints.addAll(auth.complaints(where + ".auth"));
            return complaints;
        }

        /// @param snapshot where its last map is kept
        FeedSettings feed(@Nullable Path snapshot) {
            return feed(CapacityRule.parse(capacityProperties, lenient), snapshot);
        }

        private FeedSettings feed(CapacityRule rule, @Nullable Path snapshot) {
            return new FeedSettings(
                    name,
                    period,
                    push,
                    identity,
                    rule,
                    maxPairs,
                    acceptDefaultPid,
                    zeroCapacity == ZeroCapacity.HOLD,
                    dialect == Dialect.ENDPOINT_FLOWS,
                    snapshot);
        }
    }

    /// What a capacity of 0 means.
    public enum ZeroCapacity {
        /// Nothing starts on pipes through it.
        HOLD,
        /// It counts as not known.
        IGNORE
    }

    /// How we prove who we are.
    ///
    /// @param type `none`, `basic`, `digest` or `bearer`
    /// @param user name, for basic and digest
    /// @param password of the user
    /// @param tokenFile file with the token, read at each request
    public record Auth(
            @DefaultValue("none") AuthType type,
            @Nullable String user,
            @Nullable String password,
            @Nullable Path tokenFile) {
        private List<String> complaints(String where) {
            return switch (type) {
                case NONE -> List.of();
                case BASIC, DIGEST ->
                    user == null || password == null ? List.of(where + " needs a user and a password") : List.of();
                case BEARER -> tokenFile == null ? List.of(where + " needs a token-file") : List.of();
            };
        }

        AltoAuth toAuth() {
            String name = user == null ? "" : user;
            String secret = password == null ? "" : password;
            return switch (type) {
                case NONE -> new AltoAuth.None();
                case BASIC -> new AltoAuth.Basic(name, secret);
                case DIGEST -> new AltoAuth.Digest(name, secret);
                case BEARER -> new AltoAuth.Bearer(() -> read(tokenFile));
            };
        }

        private static String read(@Nullable Path file) {
            try {
                return file == null ? "" : Files.readString(file).strip();
            } catch (IOException unreadable) {
                throw new UncheckedIOException("the token file " + file + " cannot be read", unreadable);
            }
        }

        /// Secrets are not shown.
        @Override
        public String toString() {
            return "Auth[" + type + "]";
        }
    }

    /// Kinds of authentication.
    public enum AuthType {
        /// None.
        NONE,
        /// Name and password with each request.
        BASIC,
        /// Name and password by challenge.
        DIGEST,
        /// A token.
        BEARER
    }

    /// Our own server.
    ///
    /// @param host where it listens; another than loopback needs users, and is served over TLS with TCN's own
    ///     authority
    /// @param port where it listens, 0 for any free one; null: it runs only if there is a topology file and no
    ///     other server is asked
    /// @param names how network elements are called in path vectors: `ephemeral` or `plain`
    /// @param compat whether it speaks so that OpenALTO's client of 2023 understands
    /// @param users passwords by name; empty: everybody who reaches it may ask
    public record Embedded(
            @DefaultValue("127.0.0.1") String host,
            @Nullable Integer port,
            @DefaultValue("ephemeral") NameMode names,
            @DefaultValue("false") boolean compat,
            @DefaultValue Map<String, String> users) {
        public Embedded {
            users = Map.copyOf(users);
        }

        /// Secrets are not shown.
        @Override
        public String toString() {
            return "Embedded[" + host + ":" + port + ", users " + users.keySet() + "]";
        }
    }
}
