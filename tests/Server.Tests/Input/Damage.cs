using System.Text;

namespace IwTune.Server.Tests.Input;

/// <summary>How a broken program damages a document: cut, doubled, garbled, in another encoding.</summary>
internal static class Damage
{
    public static byte[] Of(Draws draws, byte[] body)
    {
        var at = draws.Random.Next(body.Length);
        return draws.Random.Next(12) switch
        {
            0 => body[..at],
            1 => [.. body, .. body],
            2 => [.. body[..at], (byte)draws.Random.Next(256), .. body[(at + 1)..]],
            3 => [.. body[..at], 0xC3, 0x28, .. body[at..]],
            4 => [.. body[..at], 0, .. body[at..]],
            5 => Encoding.Unicode.GetBytes(Encoding.UTF8.GetString(body)),
            6 => [0xEF, 0xBB, 0xBF, .. body],
            7 => Encoding.UTF8.GetBytes(new string('[', 5000)),
            8 => Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(body).Replace("\":\"", "\":\"\\ud800", StringComparison.Ordinal)),
            9 => Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(body).Replace("\":\"", "\":\"\\u0000", StringComparison.Ordinal)),
            10 => Doubled(Encoding.UTF8.GetString(body)),
            _ => [],
        };
    }

    /// <summary>Every key of the outermost object twice.</summary>
    private static byte[] Doubled(string body) =>
        Encoding.UTF8.GetBytes(body is ['{', .., '}'] ? $"{body[..^1]},{body[1..]}" : body + body);
}
