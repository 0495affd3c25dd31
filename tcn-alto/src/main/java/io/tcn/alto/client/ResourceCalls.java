// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Calls resources of the directory, whatever they are: finds them, asks them, and lets an answer that contradicts the
/// directory have its consequences. Safe for use by several threads.
final class ResourceCalls {
    /// Something done with a service.
    interface Call<T> {
        T on(Service service) throws AltoException, InterruptedException;
    }

    /// Makes a document of an answer whose type has been checked.
    interface Parser<T> {
        T parse(String contentType, byte[] body) throws AltoFormatException;
    }

    private final AltoHttp http;
    private final DirectoryKeeper directory;
    private final boolean lenient;

    ResourceCalls(AltoHttp http, DirectoryKeeper directory, boolean lenient) {
        this.http = http;
        this.directory = directory;
        this.lenient = lenient;
    }

    /// Calls a service. If its address has gone the directory is read again, and if that names another one the call
    /// is repeated there, once.
    <T> T calling(String id, ServiceKind kind, Call<T> call) throws AltoException, InterruptedException {
        Service service = directory.service(id, kind);
        try {
            return call.on(service);
        } catch (AltoException e) {
            if (contradicts(e)) {
                directory.suspect();
            }
            if (e.kind() != Kind.GONE) {
                throw e;
            }
            Optional<Service> now = directory.refresh().find(id).filter(each -> each.kind() == kind);
            if (now.isEmpty() || now.get().uri().equals(service.uri())) {
                throw e;
            }
            return call.on(now.get());
        }
    }

    private static boolean contradicts(AltoException e) {
        return e.invalidReason()
                .map(reason -> reason == InvalidReason.MEDIA_TYPE || reason == InvalidReason.COST_TYPE)
                .orElse(e.kind() == Kind.MISMATCH);
    }

    /// Reads a GET resource.
    AltoAnswer get(Service service, @Nullable Validator validator) throws AltoException, InterruptedException {
        return http.get(service.uri(), accept(service.kind()), validator);
    }

    /// Asks a resource that takes parameters.
    <T> Answer<T> post(Service service, byte[] body, Parser<T> parser) throws AltoException, InterruptedException {
        ServiceKind kind = service.kind();
        AltoAnswer answer = http.post(service.uri(), accept(kind), kind.accepts(), body);
        return new Answer<>(parse(answer, kind, parser), answer.received(), answer.body().length, false);
    }

    private static String accept(ServiceKind kind) {
        return kind.isMultipart() ? "multipart/related;type=\"" + kind.answer() + "\"" : kind.answer();
    }

    /// The document in an answer.
    <T> T parse(AltoAnswer answer, ServiceKind kind, Parser<T> parser) throws AltoException {
        String expected = kind.isMultipart() ? "multipart/related" : kind.answer();
        return Documents.parse(answer, expected, lenient, body -> parser.parse(answer.contentType(), body));
    }
}
