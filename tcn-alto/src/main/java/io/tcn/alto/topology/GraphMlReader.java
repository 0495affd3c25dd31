// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Reads GraphML as the Topology Zoo writes it: one graph whose nodes and edges carry `data` of declared keys. A
/// DOCTYPE is refused, so that no file can make us read another one.
///
/// Not thread-safe; reads one text. Cost: linear in the text.
final class GraphMlReader {
    private final String text;
    private final ZooGraph.Builder graph = new ZooGraph.Builder();
    private final Map<String, String> keyNames = new HashMap<>();

    private final Map<String, String> graphData = new HashMap<>();
    private @Nullable Map<String, String> data;
    private @Nullable String id;
    private @Nullable String source;
    private @Nullable String target;
    private int beginLine;
    private boolean found;

    GraphMlReader(String text) {
        this.text = text;
    }

    ZooGraph read() throws UnreadableGraphException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamConstants.DTD) {
                    throw new UnreadableGraphException(
                            line(xml), "the file has a DOCTYPE", "take the DOCTYPE out: GraphML needs none");
                } else if (event == XMLStreamConstants.START_ELEMENT) {
                    begin(xml);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    end(xml.getLocalName());
                }
            }
        } catch (XMLStreamException broken) {
            int line = broken.getLocation() == null
                    ? 1
                    : Math.max(1, broken.getLocation().getLineNumber());
            throw new UnreadableGraphException(
                    line, reason(broken), "correct the XML; if the file is cut off, fetch it again");
        }
        if (!found) {
            throw new UnreadableGraphException(1, "there is no graph in it", "check that this is a GraphML file");
        }
        graph.setName(graphData.get("Network"));
        return graph.build();
    }

    private void begin(XMLStreamReader xml) throws XMLStreamException {
        switch (xml.getLocalName()) {
            case "key" -> {
                String key = xml.getAttributeValue(null, "id");
                String name = xml.getAttributeValue(null, "attr.name");
                if (key != null && name != null) {
                    keyNames.put(key, name);
                }
            }
            case "graph" -> {
                found = true;
                data = graphData;
            }
            case "node" -> {
                beginLine = line(xml);
                id = xml.getAttributeValue(null, "id");
                data = new HashMap<>();
            }
            case "edge" -> {
                beginLine = line(xml);
                source = xml.getAttributeValue(null, "source");
                target = xml.getAttributeValue(null, "target");
                data = new HashMap<>();
            }
            case "data" -> {
                String key = xml.getAttributeValue(null, "key");
                String value = xml.getElementText();
                if (data != null && key != null) {
                    data.putIfAbsent(keyNames.getOrDefault(key, key), value);
                }
            }
            default -> {
                // Nothing that a topology needs.
            }
        }
    }

    private void end(String element) throws UnreadableGraphException {
        if (element.equals("node") && data != null) {
            graph.addNode(id, data, beginLine);
            data = graphData;
        } else if (element.equals("edge") && data != null) {
            graph.addEdge(source, target, data, beginLine);
            data = graphData;
        }
    }

    private static int line(XMLStreamReader xml) {
        return Math.max(1, xml.getLocation().getLineNumber());
    }

    /// The parser's own words without the place, which is said already.
    private static String reason(XMLStreamException broken) {
        String message = String.valueOf(broken.getMessage());
        int marker = message.indexOf("Message: ");
        return (marker < 0 ? message : message.substring(marker + "Message: ".length()))
                .lines()
                .findFirst()
                .orElse("this is not XML");
    }
}
