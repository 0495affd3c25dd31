// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/// An OpenTelemetry collector: takes OTLP over HTTP, in the messages that OpenTelemetry publishes.
public final class TestCollector implements AutoCloseable {
    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<Metric> metrics = new CopyOnWriteArrayList<>();
    private final List<String> services = new CopyOnWriteArrayList<>();

    private TestCollector(HttpServer server) {
        this.server = server;
        server.createContext("/v1/traces", exchange -> {
            var request = ExportTraceServiceRequest.parseFrom(body(exchange));
            request.getResourceSpansList().forEach(resource -> {
                services.add(resource.getResource().getAttributesList().toString());
                resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
            });
            taken(exchange);
        });
        server.createContext("/v1/metrics", exchange -> {
            var request = ExportMetricsServiceRequest.parseFrom(body(exchange));
            request.getResourceMetricsList().forEach(resource -> {
                services.add(resource.getResource().getAttributesList().toString());
                resource.getScopeMetricsList().forEach(scope -> metrics.addAll(scope.getMetricsList()));
            });
            taken(exchange);
        });
        server.start();
    }

    public static TestCollector start() throws IOException {
        return startAt(0);
    }

    /// One at a port that another had.
    public static TestCollector startAt(int port) throws IOException {
        return new TestCollector(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        boolean isPacked = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (InputStream in = isPacked ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
            return in.readAllBytes();
        }
    }

    private static void taken(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String url() {
        return "http://localhost:" + port();
    }

    public List<Span> spans() {
        return spans;
    }

    public List<Metric> metrics() {
        return metrics;
    }

    /// What the senders say of themselves.
    public List<String> services() {
        return services;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
