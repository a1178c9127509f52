using System.Text;

namespace IwTune.Server.Features.Identity.SecondFactors;

/// <summary>Bytes as text a person can type (RFC 4648 §6), without padding.</summary>
internal static class Base32
{
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    public static string Write(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder();
        var (bits, count) = (0, 0);
        foreach (var one in bytes)
        {
            (bits, count) = ((bits << 8) | one, count + 8);
            for (; count >= 5; count -= 5)
                text.Append(Alphabet[(bits >> (count - 5)) & 31]);
            bits &= (1 << count) - 1;
        }
        return (count > 0 ? text.Append(Alphabet[(bits << (5 - count)) & 31]) : text).ToString();
    }
}
