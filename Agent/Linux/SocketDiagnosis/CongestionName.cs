using System.Text;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>The name of a congestion control as the kernel writes it: ASCII, with or without a NUL at its end.</summary>
internal static class CongestionName
{
    /// <summary>The usual names need no new string.</summary>
    private static readonly string[] Usual = ["cubic", "bbr", "reno", "dctcp"];

    public static string Of(ReadOnlySpan<byte> name)
    {
        foreach (var usual in Usual)
        {
            if (Is(name, usual))
                return usual;
        }
        return Encoding.ASCII.GetString(name.TrimEnd((byte)0));
    }

    public static bool Is(ReadOnlySpan<byte> name, string other) => Ascii.Equals(name.TrimEnd((byte)0), other);
}
