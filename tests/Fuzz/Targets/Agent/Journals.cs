using System.Security.Cryptography;
using System.Text;
using IwTune.Agent.Engine.History;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>Lines of the journal, as a torn write or an editor left them; once as they are, and once behind a right checksum.</summary>
internal static class Journals
{
    public static bool Read(byte[] input)
    {
        _ = JournalLine.TryDecode(input, out _);
        byte[] summed = [.. Encoding.ASCII.GetBytes(Convert.ToHexString(SHA256.HashData(input).AsSpan(0, 4))), (byte)' ', .. input];
        if (!JournalLine.TryDecode(summed, out var entry) || entry is null)
            return false;
        var written = JournalLine.Encode(entry);
        BrokenPromiseException.Unless(
            JournalLine.TryDecode(written.AsSpan(0, written.Length - 1), out var again)
                && JournalLine.Encode(again).AsSpan().SequenceEqual(written),
            "a line of the journal that is written is read again"
        );
        return true;
    }
}
