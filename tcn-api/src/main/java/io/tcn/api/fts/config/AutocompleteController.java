// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.policy.Bans;
import io.tcn.api.policy.NameGrants;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Level;
import io.tcn.api.security.Needs;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.DnBan;
import io.tcn.api.store.policy.Grant;
import io.tcn.api.store.policy.PolicyQueries;
import io.tcn.core.model.Pipe;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What an operator may be about to type.
@RestController
@RequestMapping("/autocomplete")
class AutocompleteController {
    private static final int MOST = 50;

    private final Directory directory;
    private final Bans bans;
    private final NameGrants grants;
    private final PolicyQueries queries;

    AutocompleteController(Directory directory, Bans bans, NameGrants grants, PolicyQueries queries) {
        this.directory = directory;
        this.bans = bans;
        this.grants = grants;
        this.queries = queries;
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/dn")
    ResponseEntity<Object> dn(@RequestParam(defaultValue = "") String term) {
        String start = Fields.clean("term", term, Fields.LONG_NAME);
        Stream<String> known = Stream.concat(
                bans.names().stream().map(DnBan::dn), grants.all().stream().map(Grant::dn));
        return startingWith(start, Stream.concat(known, queries.submittersLike(start, MOST).stream()));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/source")
    ResponseEntity<Object> source(@RequestParam(defaultValue = "") String term) {
        return startingWith(term, sources());
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/destination")
    ResponseEntity<Object> destination(@RequestParam(defaultValue = "") String term) {
        return startingWith(term, destinations());
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/storage")
    ResponseEntity<Object> storage(@RequestParam(defaultValue = "") String term) {
        return startingWith(term, Stream.concat(sources(), destinations()));
    }

    @Needs(value = Operation.CONFIG, level = Level.ALL)
    @GetMapping("/vo")
    ResponseEntity<Object> vo(@RequestParam(defaultValue = "") String term) {
        return startingWith(
                term, directory.users().stream().map(user -> user.id().value()));
    }

    private Stream<String> sources() {
        return directory.pipes().stream().map(Pipe::source).map(StorageElements::of);
    }

    private Stream<String> destinations() {
        return directory.pipes().stream().map(Pipe::destination).map(StorageElements::of);
    }

    private static ResponseEntity<Object> startingWith(String term, Stream<String> words) {
        String start = Fields.clean("term", term, Fields.LONG_NAME);
        TreeSet<String> found = new TreeSet<>();
        words.filter(word -> word.startsWith(start)).forEach(found::add);
        return ConfigBodies.json(found.stream().limit(MOST).toList());
    }
}
