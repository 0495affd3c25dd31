// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a test has a server do wrong, each fault for one resource by its id. They change whole answers as they leave
/// the server, not what update streams send. Thread-safe.
public final class Faults {
    /// The resources that can have faults, by path.
    private static final Map<String, String> IDS = Map.of(
            "ird", "ird",
            "networkmap", "netmap",
            "costmap/routing", "cm-routing",
            "costmap/pv", "cm-pv",
            "endpointcost/pv", "ecs-pv",
            "anes", "anes",
            "updates", "updates");

    private static final Pattern OWN_TAG =
            Pattern.compile("\"vtag\":\\{\"resource-id\":\"[^\"]*\",\"tag\":\"([^\"]*)\"}");
    private static final Pattern ELEMENT = Pattern.compile("\"\\.ane:([^\"]*)\":");

    private record Pair(String resourceId, String source, String destination) {}

    private record Property(String resourceId, String property) {}

    private final Map<String, AltoResponse> answers = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private final Set<String> retagged = ConcurrentHashMap.newKeySet();
    private final Set<String> renamed = ConcurrentHashMap.newKeySet();
    private final Set<Pair> droppedPairs = ConcurrentHashMap.newKeySet();
    private final Set<Property> droppedProperties = ConcurrentHashMap.newKeySet();
    private final AtomicLong counter = new AtomicLong();

    Faults() {}

    /// Requests get this answer, whatever they ask.
    public void answer(String resourceId, AltoResponse instead) {
        answers.put(known(resourceId), instead);
    }

    /// Requests wait until this is closed.
    public AutoCloseable hold(String resourceId) {
        CountDownLatch latch = new CountDownLatch(1);
        held.put(known(resourceId), latch);
        return () -> {
            held.remove(resourceId, latch);
            latch.countDown();
        };
    }

    /// Each answer has another tag, though its content is the same.
    public void retag(String resourceId) {
        retagged.add(known(resourceId));
    }

    /// Elements have other names in each answer, also to equal requests.
    public void rename(String resourceId) {
        renamed.add(known(resourceId));
    }

    /// A pair is left out, named as requests name it.
    public void dropPair(String resourceId, String source, String destination) {
        droppedPairs.add(new Pair(known(resourceId), source, destination));
    }

    /// A property of elements is left out.
    public void dropProperty(String resourceId, String property) {
        droppedProperties.add(new Property(known(resourceId), property));
    }

    private static String known(String resourceId) {
        if (!IDS.containsValue(resourceId)) {
            throw new IllegalArgumentException("no faults for " + resourceId + ": give it a path here");
        }
        return resourceId;
    }

    /// All is well again; requests that wait go on.
    public void clear() {
        answers.clear();
        retagged.clear();
        renamed.clear();
        droppedPairs.clear();
        droppedProperties.clear();
        held.values().forEach(CountDownLatch::countDown);
        held.clear();
    }

    /// What the server answers with its faults.
    ///
    /// @param good answers without faults
    AltoResponse answer(AltoRequest request, GoodServer good) {
        String id = id(request);
        AltoResponse instead = instead(id);
        if (instead != null) {
            return instead;
        }
        AltoResponse answer = good.answer(retagged.contains(id) ? unconditional(request) : request);
        return answer.status() == 200 && spoils(id) ? spoil(id, answer) : answer;
    }

    /// Waits while requests are held; what is answered in place of a good answer, null for none.
    @Nullable
    AltoResponse instead(String id) {
        CountDownLatch latch = held.get(id);
        if (latch != null) {
            try {
                latch.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
        return answers.get(id);
    }

    static String id(AltoRequest request) {
        String path = String.valueOf(request.uri().getPath());
        return path.startsWith(RequestRouter.ROOT)
                ? IDS.getOrDefault(path.substring(RequestRouter.ROOT.length()), "")
                : "";
    }

    /// The same request of somebody who holds nothing: no tag that he could name is that of the next answer.
    private static AltoRequest unconditional(AltoRequest request) {
        SortedMap<String, List<String>> fields = new TreeMap<>(request.fields().values());
        fields.remove("If-None-Match");
        return new AltoRequest(
                request.method(), request.uri(), new HttpFields(fields), request.body(), request.caller());
    }

    private boolean spoils(String id) {
        return retagged.contains(id)
                || renamed.contains(id)
                || droppedPairs.stream().anyMatch(pair -> pair.resourceId.equals(id))
                || droppedProperties.stream().anyMatch(dropped -> dropped.resourceId.equals(id));
    }

    private AltoResponse spoil(String id, AltoResponse answer) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        HttpFields fields = answer.fields();
        for (Pair pair : droppedPairs) {
            if (pair.resourceId.equals(id)) {
                text = without(pair, text);
            }
        }
        for (Property dropped : droppedProperties) {
            if (dropped.resourceId.equals(id)) {
                text = without(dropped.property, "\"[^\"]*\"|[^,}\"]+", text);
            }
        }
        if (renamed.contains(id)) {
            text = withOtherNames(text, "r" + counter.incrementAndGet() + "-");
        }
        if (retagged.contains(id)) {
            String tag = "r" + counter.incrementAndGet();
            Matcher own = OWN_TAG.matcher(text);
            if (own.find()) {
                text = text.replace("\"tag\":\"" + own.group(1) + "\"", "\"tag\":\"" + tag + "\"");
            }
            fields = fields.first("ETag").isPresent() ? fields.with("ETag", "\"" + tag + "\"") : fields;
        }
        return new AltoResponse(answer.status(), fields, text.getBytes(StandardCharsets.UTF_8));
    }

    /// The pair goes out of the row of its source, and the row with its last pair.
    private static String without(Pair pair, String text) {
        String source = Pattern.quote("\"" + pair.source + "\":");
        Matcher row = Pattern.compile(source + "\\{([^}]*)}").matcher(text);
        if (!row.find()) {
            return text;
        }
        String left = without(pair.destination, "\\[[^\\]]*\\]|[^,\\[\\]]+", row.group(1));
        if (!left.isEmpty()) {
            return text.substring(0, row.start(1)) + left + text.substring(row.end(1));
        }
        String before = text.substring(0, row.start());
        String after = text.substring(row.end());
        return before.endsWith(",")
                ? before.substring(0, before.length() - 1) + after
                : before + (after.startsWith(",") ? after.substring(1) : after);
    }

    /// Objects without a member, whose values look so.
    private static String without(String member, String value, String text) {
        String pattern = Pattern.quote("\"" + member + "\":") + "(" + value + ")";
        return text.replaceAll("," + pattern, "").replaceAll(pattern + ",?", "");
    }

    private static String withOtherNames(String text, String prefix) {
        Set<String> names = ELEMENT.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toSet());
        UnaryOperator<String> rename = name -> names.contains(name) ? prefix + name : name;
        return Pattern.compile("\"(\\.ane:)?([^\"]*)\"")
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        "\"" + (match.group(1) == null ? "" : match.group(1)) + rename.apply(match.group(2)) + "\""));
    }

    /// Answers one request.
    @FunctionalInterface
    interface GoodServer {
        AltoResponse answer(AltoRequest request);
    }
}
