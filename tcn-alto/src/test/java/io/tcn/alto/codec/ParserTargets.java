// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.Family;
import io.tcn.alto.model.MediaType;
import io.tcn.alto.model.Prefix;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Every parser under a name, fed with bytes of anybody. Text in headers is taken from the first line of the bytes.
public final class ParserTargets {
    /// What is fed.
    public interface Target {
        /// Parses; only [AltoFormatException] may come out.
        void parse(byte[] bytes) throws AltoFormatException;
    }

    private ParserTargets() {}

    /// All of them.
    public static Map<String, Target> all() {
        Map<String, Target> targets = new LinkedHashMap<>();
        targets.put("json", bytes -> CanonicalJson.write(Json.read(bytes)));
        targets.put("directory", DirectoryParser::parse);
        targets.put("network map", bytes -> PidMapParser.parse(bytes).find(new Address(Family.IPV4, 0, 0xC000_0201L)));
        targets.put("cost map", CostMapParser::parse);
        targets.put("endpoint cost", EndpointCostParser::parse);
        targets.put("property map", bytes -> PropertyMapParser.parse(bytes).find(EntityId.ane("a"), "x"));
        targets.put("path vector of endpoints", bytes -> pathVector(PathVectorParser.endpoints(true), bytes));
        targets.put("path vector of PIDs", bytes -> pathVector(PathVectorParser.pids(false), bytes));
        targets.put("paths", PathVectorParser.endpoints(false)::paths);
        targets.put(
                "paths of a tree", bytes -> PathVectorParser.endpoints(false).paths(Json.read(bytes)));
        targets.put("network elements", PathVectorParser.endpoints(false)::anes);
        targets.put("multipart", bytes -> Multipart.split(firstLine(bytes), bytes));
        targets.put("fixed multipart", bytes -> Multipart.split("multipart/related; boundary=tcn-7f3a", bytes));
        targets.put("error", bytes -> AltoErrorParser.parse("application/alto-error+json", bytes));
        targets.put("stream", ParserTargets::stream);
        targets.put("stream control", StreamControlParser::parse);
        targets.put("merge patch", ParserTargets::mergePatch);
        targets.put("JSON patch", ParserTargets::jsonPatch);
        targets.put(
                "media type",
                bytes -> MediaType.parse(MediaType.parse(text(bytes)).toString()));
        targets.put("event name", bytes -> EventName.parse(text(bytes)));
        targets.put(
                "address",
                bytes -> Address.parseTyped(Address.parseTyped(text(bytes)).typed()));
        targets.put("prefix", bytes -> Prefix.parse(text(bytes)));
        targets.put("entity", bytes -> EntityId.parse(text(bytes)));
        targets.put("reference", bytes -> UriReference.resolve("http://a/b?c#d", text(bytes)));
        targets.put("date", bytes -> LenientHttpDate.parse(text(bytes)));
        return targets;
    }

    private static void pathVector(PathVectorParser<?> parser, byte[] bytes) throws AltoFormatException {
        parser.parse("multipart/related; boundary=tcn-7f3a; type=application/alto-endpointcost+json", bytes);
    }

    private static void stream(byte[] bytes) throws AltoFormatException {
        for (StreamEvent event : new EventStreamParser().feed(bytes)) {
            if (event instanceof StreamEvent.Message message) {
                EventName.parse(message.name());
            }
        }
    }

    private static void mergePatch(byte[] bytes) throws AltoFormatException {
        JsonNode tree = Json.read(bytes);
        JsonNode other = Json.read(Fixtures.bytes("networkmap.json"));
        JsonNode after = JsonMergePatch.apply(other, tree);
        JsonMergePatch.diff(other, after);
    }

    private static void jsonPatch(byte[] bytes) throws AltoFormatException {
        JsonPatch.apply(Json.read(Fixtures.bytes("networkmap.json")), Json.read(bytes));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String firstLine(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.replaceFirst("(?i)^content-type:", "");
    }

    /// What mutations begin with, besides the fixtures.
    static List<String> seeds() {
        return List.of(
                "[{\"op\":\"add\",\"path\":\"/network-map/a\",\"value\":{\"x\":[1]}},"
                        + "{\"op\":\"copy\",\"from\":\"/network-map\",\"path\":\"/network-map/b\"}]",
                "[{\"op\":\"move\",\"from\":\"/meta/vtag\",\"path\":\"/x\"},{\"op\":\"test\",\"path\":\"/x/tag\",\"value\":\"1\"}]",
                "[{\"op\":\"replace\",\"path\":\"/network-map/pid-rest/ipv4/0\",\"value\":\"1.0.0.0/8\"},"
                        + "{\"op\":\"remove\",\"path\":\"/meta\"}]",
                "multipart/related;boundary=\"a,b\";type=\"application/alto-costmap+json\",pv1.propmap@h",
                "ipv6:2001:db8::1",
                "ipv4:192.0.2.1",
                "192.0.2.0/24",
                "2001:db8::/32",
                "netmap.ipv4:192.0.2.0/24",
                "../x/./y?z#f",
                "Tue, 1 Jul 2014 13:00:00 GMT");
    }
}
