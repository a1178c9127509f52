using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace IwTune.Agent.Engine.History;

/// <summary>
/// The form of an entry on disk: eight hex digits of SHA-256 over the JSON, a space, the JSON, a newline. People can read it, and it shows
/// a flipped bit.
/// </summary>
internal static class JournalLine
{
    private const int SumLength = 8;

    public static byte[] Encode(JournalEntry entry)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(entry, AgentJson.Journal.JournalEntry);
        return [.. Sum(json), (byte)' ', .. json, (byte)'\n'];
    }

    /// <returns><see langword="false"/> when the line is not what was written.</returns>
    public static bool TryDecode(ReadOnlySpan<byte> line, out JournalEntry entry)
    {
        entry = null!;
        if (line.Length <= SumLength + 1)
            return false;
        var json = line[(SumLength + 1)..];
        if (!line[..SumLength].SequenceEqual(Sum(json)))
            return false;
        try
        {
            entry = JsonSerializer.Deserialize(json, AgentJson.Journal.JournalEntry)!;
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private static byte[] Sum(ReadOnlySpan<byte> json) =>
        Encoding.ASCII.GetBytes(Convert.ToHexString(SHA256.HashData(json).AsSpan(0, SumLength / 2)));
}
