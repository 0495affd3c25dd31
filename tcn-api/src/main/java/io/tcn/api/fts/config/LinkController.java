// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.policy.Links;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.Link;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Links: how many connections pairs of storage elements have.
@RestController
@RequestMapping("/config/links")
class LinkController {
    private static final int DEFAULT_ACTIVE = 2;
    private static final int DEFAULT_MODE = 2;
    private static final Pattern ENCODED = Pattern.compile("(%[0-9a-fA-F]{2})+");

    private final Links links;
    private final ConfigBodies bodies;
    private final Link byDefault;

    LinkController(Links links, ConfigBodies bodies, TcnProperties properties) {
        this.links = links;
        this.bodies = bodies;
        this.byDefault = new Link(
                Link.ALL,
                Link.ALL,
                Link.ALL,
                properties.pipes().minConnections(),
                properties.pipes().maxConnections(),
                DEFAULT_MODE,
                null,
                0,
                false);
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping
    ResponseEntity<Object> all() {
        List<Map<String, Object>> json = new ArrayList<>();
        if (links.findPair(Link.ALL, Link.ALL).isEmpty()) {
            json.add(view(byDefault));
        }
        links.links().forEach(link -> json.add(view(link)));
        return ConfigBodies.json(json);
    }

    private static Map<String, Object> view(Link link) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("symbolicname", link.name());
        json.put("source", link.source());
        json.put("destination", link.destination());
        json.put("min_active", link.minActive());
        json.put("max_active", link.maxActive());
        json.put("optimizer_mode", link.optimizerMode());
        json.put("tcp_buffer_size", link.tcpBufferSize());
        json.put("nostreams", link.nostreams());
        json.put("no_delegation", link.noDelegation());
        @SuppressWarnings("NullAway") // null is written out
        Map<String, Object> shown = json;
        return shown;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @PostMapping
    ResponseEntity<Object> set(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        Link link = link(bodies.read(request));
        links.findPair(link.source(), link.destination())
                .filter(present -> !present.name().equals(link.name()))
                .ifPresent(present -> {
                    throw new FtsException(409, "This pair has the link \"" + present.name() + "\" already");
                });
        links.set(link, caller.dn());
        return ConfigBodies.json(201, view(link));
    }

    private static Link link(Fields fields) {
        String name = fields.needText("symbolicname", Fields.NAME);
        String source = end(fields, "source");
        String destination = end(fields, "destination");
        if (name.equals(Link.ALL) && !(source.equals(Link.ALL) && destination.equals(Link.ALL))) {
            throw FtsException.badRequest("The link \"*\" leads from * to *");
        }
        int least = fields.connections("min_active", 0).orElse(DEFAULT_ACTIVE);
        int most = fields.connections("max_active", 1).orElse(DEFAULT_ACTIVE);
        if (least > most) {
            throw FtsException.badRequest("\"min_active\" must not be above \"max_active\"");
        }
        return new Link(
                name,
                source,
                destination,
                least,
                most,
                fields.integer("optimizer_mode", 0).orElse(DEFAULT_MODE),
                fields.integer("tcp_buffer_size", 0).orElse(null),
                fields.integer("nostreams", 0).orElse(0),
                fields.flag("no_delegation").orElse(false));
    }

    private static String end(Fields fields, String key) {
        return Fields.checked(() ->
                StorageElements.parsePattern(fields.text(key, Fields.LONG_NAME).orElse(StorageElements.ALL)));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/{name}")
    ResponseEntity<Object> one(@PathVariable String name) {
        String wanted = nameOf(name);
        Link link = links.find(wanted).orElseGet(() -> {
            if (wanted.equals(Link.ALL)) {
                return byDefault;
            }
            throw new FtsException(404, "There is no link of this name");
        });
        return ConfigBodies.json(view(link));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @DeleteMapping("/{name}")
    ResponseEntity<Object> remove(@PathVariable String name, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        links.remove(nameOf(name), caller.dn());
        return ConfigBodies.noContent();
    }

    /// The name that is meant: as it comes if there is such a link, else what it was before it was encoded a second
    /// time, as clients of FTS send names, some with a plus for a blank.
    private String nameOf(String routed) {
        String once = decoded(routed);
        return Stream.of(routed, once, decoded(routed.replace('+', ' ')))
                .filter(name -> links.find(name).isPresent())
                .findFirst()
                .orElse(once);
    }

    /// Undoes `%XX`; a percent sign that is none of an encoding stays.
    private static String decoded(String text) {
        return ENCODED.matcher(text).replaceAll(found -> {
            byte[] bytes = HexFormat.of().parseHex(found.group().replace("%", ""));
            return Matcher.quoteReplacement(new String(bytes, StandardCharsets.UTF_8));
        });
    }
}
