// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.AltoNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The directory and the plain rules of HTTP (RFC 7285 §8.3, §9).
final class DirectoryChecks {
    private static final int MOST = 40;
    private static final int NOT_MODIFIED = 304;
    private static final int UNAUTHORIZED = 401;

    private DirectoryChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("G01", "https, certificate and host name good", DirectoryChecks::tls),
                new Check("G02", "Digest where clients must say who they are", DirectoryChecks::digest),
                new Check("I01", "root directory by GET, each id once and lasting", DirectoryChecks::root),
                new Check("I02", "the root directory names the default network map", DirectoryChecks::defaultMap),
                new Check("I04", "GET without accepts, POST with it", DirectoryChecks::methods),
                new Check("G11", "ETag and If-None-Match on GET resources", DirectoryChecks::etags));
    }

    private static String tls(Subject subject) throws Outcome {
        if (!"https".equalsIgnoreCase(subject.root().getScheme())) {
            throw Outcome.notOffered("the URL is http");
        }
        return "the URL is https, and our client took the certificate";
    }

    private static String digest(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Reply reply = subject.asStranger(subject.root());
        if (reply.status() != UNAUTHORIZED) {
            throw Outcome.notOffered("anybody may ask: without credentials the answer was " + reply.status());
        }
        List<String> challenges = reply.response().fields().values().getOrDefault("WWW-Authenticate", List.of());
        Outcome.require(
                challenges.stream()
                        .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains("digest")),
                "401 with the challenges " + challenges + ", none of them Digest");
        return "without credentials 401 with a challenge for Digest";
    }

    private static JsonNode directory(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Reply reply =
                subject.get(subject.root(), AltoMediaTypes.DIRECTORY, Map.of()).good();
        Outcome.require(
                reply.essence().equals(AltoMediaTypes.DIRECTORY),
                reply.question() + " answered as \"" + reply.contentType() + "\"");
        return reply.json();
    }

    private static String root(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        JsonNode first = Look.object(directory(subject), "resources");
        List<String> ids = Look.names(first);
        Outcome.require(!ids.isEmpty(), "the directory lists nothing");
        for (String id : ids) {
            Outcome.require(AltoNames.isResourceId(id), "\"" + id + "\" is no id of a resource");
        }
        List<String> again = Look.names(Look.object(directory(subject), "resources"));
        Outcome.require(Set.copyOf(ids).equals(Set.copyOf(again)), "asked twice, the directory listed other ids");
        return "asked twice: " + ids.size() + " ids, the same ones";
    }

    private static String defaultMap(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        String id = Look.text(directory(subject), "meta", "default-alto-network-map");
        Optional<Service> map = subject.client().directory().find(id);
        Outcome.require(
                map.isPresent() && map.get().kind() == ServiceKind.NETWORK_MAP,
                "default-alto-network-map is " + id + ", which is no network map of the directory");
        return "default-alto-network-map is " + id;
    }

    private static String methods(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<Service> services = subject.services();
        int asked = 0;
        for (Service service : services.subList(0, Math.min(MOST, services.size()))) {
            if (service.kind().accepts().isEmpty()) {
                subject.get(service).good();
            } else if (service.kind() == ServiceKind.UPDATES || service.kind() == ServiceKind.TIPS) {
                continue;
            } else {
                int status = subject.post(service, "{}").status();
                Outcome.require(
                        status != 404 && status != 405 && status != 415 && status != 501,
                        service.id() + " has accepts, but a POST of that type was answered with " + status);
            }
            asked++;
        }
        return asked + " resources took the method that the directory says";
    }

    private static String etags(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        for (Service service : subject.services()) {
            if (!service.kind().accepts().isEmpty() || ids.size() >= MOST) {
                continue;
            }
            Reply reply = subject.get(service).good();
            Optional<String> etag = reply.response().fields().first("ETag");
            if (etag.isPresent()) {
                Reply again =
                        subject.get(service.uri(), service.mediaType().toString(), Map.of("If-None-Match", etag.get()));
                Outcome.require(
                        again.status() == NOT_MODIFIED,
                        service.id() + ": If-None-Match with its own ETag was answered with " + again.status());
                ids.add(service.id());
            }
        }
        if (ids.isEmpty()) {
            throw Outcome.notOffered("no GET resource sends an ETag");
        }
        return "304 from " + String.join(", ", ids);
    }
}
