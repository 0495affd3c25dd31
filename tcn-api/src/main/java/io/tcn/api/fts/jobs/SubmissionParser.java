// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the JSON of a submission (`POST /jobs`) as FTS does: nulls mean defaults, unknown keys are passed over. What
/// this server cannot do yet is refused here, not accepted and failed later. It is read as a stream, so that what is
/// refused takes no memory.
final class SubmissionParser {
    private static final int MAX_JOB_METADATA = 2048;
    private static final int DEFAULT_PRIORITY = 3;

    /// Values within `params`, job metadata included.
    private static final int MOST_PARTS_OF_PARAMS = 4096;

    private final int maxFiles;

    SubmissionParser(int maxFiles) {
        this.maxFiles = maxFiles;
    }

    /// Reads a submission from a stream, and no further than the first thing that is refused.
    ///
    /// @param in stands at the first token
    /// @throws FtsException if it must be refused
    Submission parse(JsonParser in) {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw FtsException.badRequest("The submission must be a JSON object with \"files\"");
        }
        Files files = new Files();
        SubmissionParams params = new SubmissionParams(JsonNodeFactory.instance.objectNode());
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            switch (key) {
                case "delete" -> {
                    if (value != JsonToken.VALUE_NULL) {
                        throw new FtsException(405, "Deletion jobs are not supported: FTS has given them up too");
                    }
                }
                case "files" -> files = files(in);
                case "params" -> params = params(in);
                default -> in.skipChildren();
            }
        }
        if (in.nextToken() != null) {
            throw FtsException.badRequest("The body is not valid JSON: something stands after the object");
        }
        if (files.given == 0) {
            throw FtsException.badRequest(
                    "No transfers are specified: \"files\" must be an array with at least one entry");
        }
        if (files.entries.isEmpty()) {
            throw FtsException.badRequest("No transfers are specified: no entry has both a source and a destination");
        }
        return job(params, files.entries);
    }

    /// `files[]` as read so far.
    private static final class Files {
        private final List<FileEntry> entries = new ArrayList<>();
        private int given;
        private long pairs;
    }

    private Files files(JsonParser in) {
        Files files = new Files();
        FileEntryParser parser = new FileEntryParser(maxFiles);
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return files;
        }
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (files.given == maxFiles) {
                throw tooMany();
            }
            FileEntry entry = parser.parse(in, files.given++);
            long pairs = (long) entry.sources().size() * entry.destinations().size();
            files.pairs += pairs;
            if (files.pairs > maxFiles) {
                throw tooMany();
            }
            if (pairs > 0) {
                files.entries.add(entry);
            }
        }
        return files;
    }

    private static SubmissionParams params(JsonParser in) {
        JsonNode given = BoundedTree.read(in, "params", MOST_PARTS_OF_PARAMS);
        if (!given.isNull() && !given.isObject()) {
            throw FtsException.badRequest("\"params\" must be an object");
        }
        return new SubmissionParams(given.isNull() ? JsonNodeFactory.instance.objectNode() : given);
    }

    private FtsException tooMany() {
        return new FtsException(
                413,
                "The job has more than " + maxFiles + " files, which is the most that is taken at once: split it into"
                        + " several jobs");
    }

    private static Submission job(SubmissionParams params, List<FileEntry> entries) {
        refuseWhatIsMissing(params);
        char type = type(params, entries);
        int retryDelay = params.integer("retry_delay", 0);
        int timeout = params.integerOrFalse("timeout");
        int priority = params.integer("priority", DEFAULT_PRIORITY);
        return new Submission(
                List.copyOf(entries),
                type,
                params.verifyChecksum(entries.stream().anyMatch(FileEntry::hasChecksum)),
                params.asksToVerify(),
                params.overwrite(type == Submission.MULTIHOP),
                params.integer("retry", 0),
                Math.max(0, retryDelay),
                Math.clamp(priority == 0 ? DEFAULT_PRIORITY : priority, 1, 5),
                params.maxTimeInQueue(),
                timeout > 0 ? Duration.ofSeconds(timeout) : null,
                metadata(params.find("job_metadata")),
                params.sid(),
                JsonValues.emptyToNull(params.text("source_spacetoken")),
                JsonValues.emptyToNull(params.text("destination_spacetoken")),
                params.internalParams(),
                params.flag("dst_file_report"));
    }

    private static ObjectNode metadata(@Nullable JsonNode given) {
        if (given == null) {
            return JsonNodeFactory.instance.objectNode();
        }
        String place = "params.job_metadata";
        ObjectNode metadata = JsonValues.metadata(given, place);
        var _ = JsonValues.text(metadata, place, MAX_JOB_METADATA);
        return metadata;
    }

    private static void refuseWhatIsMissing(SubmissionParams params) {
        for (String staging : List.of("bring_online", "copy_pin_lifetime")) {
            if (params.lenientInteger(staging) > 0) {
                throw FtsException.badRequest(
                        "\"" + staging + "\" asks for staging from tape, which this server cannot do yet");
            }
        }
        if (params.lenientInteger("archive_timeout") > 0) {
            throw FtsException.badRequest("\"archive_timeout\" asks to wait for tape, which this server cannot do yet");
        }
        if (params.find("target_qos") != null) {
            throw FtsException.badRequest("\"target_qos\" is not supported: FTS has given it up too");
        }
    }

    private static char type(SubmissionParams params, List<FileEntry> entries) {
        boolean multihop = params.flag("multihop");
        boolean reuse = params.flag("reuse");
        if (multihop && reuse) {
            throw FtsException.badRequest("\"multihop\" and \"reuse\" exclude each other");
        }
        boolean several = entries.stream().anyMatch(entry -> !entry.isSingle());
        if (several && (multihop || reuse || entries.size() > 1)) {
            throw FtsException.badRequest("An entry with several sources or destinations must be the only one of its"
                    + " job, without \"multihop\" and \"reuse\"");
        }
        if (reuse) {
            refuseDifferentEndpoints(entries);
        }
        return multihop ? Submission.MULTIHOP : reuse ? 'Y' : several ? Submission.REPLICAS : 'N';
    }

    private static void refuseDifferentEndpoints(List<FileEntry> entries) {
        long pairs = entries.stream()
                .map(entry -> FtsNames.storageElement(entry.sources().getFirst().endpoint()) + " "
                        + FtsNames.storageElement(
                                entry.destinations().getFirst().endpoint()))
                .distinct()
                .count();
        if (pairs > 1) {
            throw FtsException.badRequest(
                    "With \"reuse\" all files must have the same source and destination endpoint");
        }
    }
}
