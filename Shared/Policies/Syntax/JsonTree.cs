using System.Text;
using System.Text.Json;

namespace IwTune.Shared.Policies.Syntax;

/// <summary>JSON (RFC 8259) by its tokens, which keep duplicate keys and places; no comments, no trailing commas.</summary>
internal static class JsonTree
{
    internal static Node? Read(string text, Findings findings)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var reader = new Utf8JsonReader(utf8, new JsonReaderOptions { MaxDepth = Document.MaxDepth });
        var places = new Places(utf8);
        try
        {
            reader.Read();
            var root = ReadNode(ref reader, places);
            while (reader.Read()) { }
            return root;
        }
        catch (JsonException malformed)
        {
            var line = (int)(malformed.LineNumber ?? 0) + 1;
            findings.Problem($"this is not JSON: {Sentence(malformed.Message)}", line, (int)(malformed.BytePositionInLine ?? 0) + 1);
            return null;
        }
        catch (InvalidOperationException malformed)
        {
            // A string with half a surrogate pair in \u escapes is valid by the grammar and not by Unicode.
            var (line, column) = places.Of((int)reader.TokenStartIndex);
            findings.Problem($"this is not JSON: {Sentence(malformed.Message)}", line, column);
            return null;
        }
    }

    private static Node ReadNode(ref Utf8JsonReader reader, Places places)
    {
        var (line, column) = places.Of((int)reader.TokenStartIndex);
        switch (reader.TokenType)
        {
            case JsonTokenType.StartObject:
                List<Node.Entry> entries = [];
                while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
                {
                    var at = places.Of((int)reader.TokenStartIndex);
                    var key = new Node.Scalar(reader.GetString()!, Quoted: true, at.Line, at.Column);
                    reader.Read();
                    entries.Add(new(key, ReadNode(ref reader, places)));
                }
                return new Node.Mapping(entries, line, column);
            case JsonTokenType.StartArray:
                List<Node> items = [];
                while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
                    items.Add(ReadNode(ref reader, places));
                return new Node.Sequence(items, line, column);
            case JsonTokenType.String:
                return new Node.Scalar(reader.GetString()!, Quoted: true, line, column);
            default:
                return new Node.Scalar(Encoding.UTF8.GetString(reader.ValueSpan), Quoted: false, line, column);
        }
    }

    // The reader's own sentence ends with a path and a position that are said better elsewhere.
    private static string Sentence(string message)
    {
        var end = message.IndexOf(" LineNumber:", StringComparison.Ordinal);
        return Findings.Printable(end < 0 ? message : message[..end]).TrimEnd('.');
    }

    /// <summary>Byte offsets to lines and columns, counted in characters. Calls must pass ascending offsets.</summary>
    private sealed class Places(byte[] utf8)
    {
        private int offset;
        private int line = 1;
        private int column = 1;

        internal (int Line, int Column) Of(int target)
        {
            for (; offset < target; offset++)
            {
                if (utf8[offset] == '\n')
                    (line, column) = (line + 1, 1);
                else if ((utf8[offset] & 0xc0) != 0x80)
                    column++;
            }
            return (line, column);
        }
    }
}
