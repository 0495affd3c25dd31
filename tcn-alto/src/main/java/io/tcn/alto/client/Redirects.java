// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Where an answer sends us, and with which request (RFC 9110 §15.4).
///
/// 303 turns a POST into a GET; 307 and 308 repeat the request as it was; 301 and 302 are followed for GET only,
/// because clients differ in what they make of a POST. A secure address never leads to an insecure one.
///
/// A redirect leads to another host or port only where the operator has said so: else a server that was taken over
/// could have us ask whatever we can reach. Links of a directory are another matter: RFC 7285, section 9.2, wants
/// resources on other hosts to be usable, and the directory is what we were told to read.
final class Redirects {
    private static final int MAX_LOCATION = 8192;

    private Redirects() {}

    /// The request that follows, empty if the answer is no redirect that we know.
    ///
    /// @param allowed origins to which any server may lead
    static Optional<AltoRequest> next(AltoRequest request, AltoResponse response, Set<Origin> allowed)
            throws AltoException {
        int status = response.status();
        boolean get = request.method().equals("GET");
        boolean repeat = status == 307 || status == 308 || (get && (status == 301 || status == 302));
        if (!repeat && status != 303) {
            return Optional.empty();
        }
        URI to = target(request.uri(), response.fields());
        if (Origin.of(request.uri()).isSecure() && !Origin.of(to).isSecure()) {
            throw new AltoException(
                    Kind.REDIRECT, AltoHttp.shown(request.uri()) + " leads from https to " + to.getScheme());
        }
        if (!Origin.of(to).isSameServerAs(Origin.of(request.uri())) && !allowed.contains(Origin.of(to))) {
            throw new AltoException(
                    Kind.REDIRECT,
                    AltoHttp.shown(request.uri()) + " redirects to another server, " + Origin.of(to)
                            + ", which is not allowed");
        }
        if (repeat) {
            return Optional.of(
                    new AltoRequest(request.method(), to, request.fields(), request.body(), request.caller()));
        }
        TreeMap<String, List<String>> fields = new TreeMap<>(request.fields().values());
        fields.remove("Content-Type");
        return Optional.of(AltoRequest.get(to, new HttpFields(fields)));
    }

    private static URI target(URI from, HttpFields fields) throws AltoException {
        String location = fields.first("Location").orElse("");
        if (location.isEmpty() || location.length() > MAX_LOCATION) {
            throw new AltoException(Kind.REDIRECT, AltoHttp.shown(from) + " redirects to nowhere");
        }
        return Addresses.resolve(from, location)
                .filter(Origin::isWeb)
                .orElseThrow(
                        () -> new AltoException(Kind.REDIRECT, AltoHttp.shown(from) + " redirects to no web address"));
    }
}
