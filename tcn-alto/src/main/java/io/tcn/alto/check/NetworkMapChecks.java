// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.codec.PidMapParser;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.VersionTag;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Network maps (RFC 7285 §11.2.1, §11.2.2).
final class NetworkMapChecks {
    private NetworkMapChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("N01", "a network map with vtag and PIDs", NetworkMapChecks::map),
                new Check("N02", "the tag changes if and only if the content does", NetworkMapChecks::tags),
                new Check("N03", "the map is complete and without overlap", NetworkMapChecks::sound),
                new Check("N04", "the longest prefix gives the PID", NetworkMapChecks::longestPrefix));
    }

    static ObjectNode read(Subject subject, Service map)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        return subject.get(map).json();
    }

    private static String map(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service map = subject.networkMap();
        ObjectNode document = read(subject, map);
        String id = Look.text(document, "meta", "vtag", "resource-id");
        String tag = Look.text(document, "meta", "vtag", "tag");
        VersionTag.parse(id, tag);
        Outcome.require(id.equals(map.id()), "vtag/resource-id is " + id + ", the directory calls the map " + map.id());
        int pids = Look.object(document, "network-map").size();
        Outcome.require(pids > 0, "the network map has no PIDs");
        return map.id() + " has the tag " + tag + " and " + pids + " PIDs";
    }

    private static String tags(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service map = subject.networkMap();
        ObjectNode first = read(subject, map);
        ObjectNode second = read(subject, map);
        boolean sameTag = Look.text(first, "meta", "vtag", "tag").equals(Look.text(second, "meta", "vtag", "tag"));
        boolean sameContent = Look.isSame(Look.at(first, "network-map"), Look.at(second, "network-map"));
        Outcome.require(
                sameTag == sameContent,
                sameContent
                        ? "asked twice: the same content under two tags"
                        : "asked twice: other content under the same tag");
        return sameContent ? "asked twice: same content, same tag" : "asked twice: other content, other tag";
    }

    private static String sound(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        PidMapDocument map = PidMapParser.parse(read(subject, subject.networkMap()));
        for (Fault fault : List.of(Fault.DUPLICATE_PREFIX, Fault.INCOMPLETE, Fault.BAD_PREFIX, Fault.HOST_BITS)) {
            Outcome.require(
                    map.faults().of(fault) == 0,
                    map.faults().of(fault) + " x "
                            + switch (fault) {
                                case DUPLICATE_PREFIX -> "the same prefix in two PIDs";
                                case INCOMPLETE -> "a family of which some addresses are in no PID";
                                case HOST_BITS -> "a prefix with bits behind its length";
                                default -> "a prefix that cannot be read";
                            });
        }
        return "each address of " + map.families() + " is in one PID";
    }

    private static String longestPrefix(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service map = subject.networkMap();
        Service properties = subject.need(ServiceKind.ENDPOINT_PROPERTIES);
        String name = map.id() + ".pid";
        if (!properties.capabilities().propTypes().contains(name)) {
            throw Outcome.notOffered(properties.id() + " does not offer " + name);
        }
        PidMapDocument document = PidMapParser.parse(read(subject, map));
        Sample sample = subject.sample();
        var _ = sample.source();
        List<Address> asked = sample.addresses();
        JsonNode answer = subject.post(
                        properties,
                        "{'properties': ['" + name + "'], 'endpoints': ["
                                + Look.quoted(asked.stream().map(Address::typed).toList()) + "]}")
                .json();
        JsonNode endpoints = Look.object(answer, "endpoint-properties");
        for (String key : Look.names(endpoints)) {
            Address address = Address.parseTyped(key);
            String expected = document.find(address).map(match -> match.pid()).orElse("none");
            String got = Look.text(endpoints, key, name);
            Outcome.require(got.equals(expected), key + " is said to be in " + got + "; the map says " + expected);
        }
        return endpoints.size() + " addresses have the PID that the map gives them";
    }
}
