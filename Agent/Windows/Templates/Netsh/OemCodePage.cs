using System.Runtime.InteropServices;
using System.Text;

namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>The code page in which console programs of Windows write to a pipe: 437 en-US, 850 de-DE, 932 ja-JP, 936 zh-CN.</summary>
internal static partial class OemCodePage
{
    // .NET's own guess is wrong when output is redirected (dotnet/runtime#55990), and a service has no console to ask.
    private static readonly Lazy<Encoding> OfThisHost = new(() => OperatingSystem.IsWindows() ? Of((int)GetOEMCP()) : Encoding.UTF8);

    /// <summary>The encoding of a code page; Latin-1 for one that .NET does not know, because every byte is then still visible.</summary>
    public static Encoding Of(int codePage)
    {
        try
        {
            return CodePagesEncodingProvider.Instance.GetEncoding(codePage) ?? Encoding.GetEncoding(codePage);
        }
        catch (Exception unknown) when (unknown is ArgumentException or NotSupportedException)
        {
            return Encoding.Latin1;
        }
    }

    /// <summary>Text in the code page of this host. What does not decode becomes a replacement character.</summary>
    public static string Decode(ReadOnlySpan<byte> bytes) => OfThisHost.Value.GetString(bytes);

    /// <summary>The same on one line, blanks collapsed, for a sentence. Control characters become blanks.</summary>
    public static string OneLine(ReadOnlySpan<byte> bytes) =>
        string.Join(
            ' ',
            string.Concat(Decode(bytes).Select(character => char.IsControl(character) ? ' ' : character))
                .Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
        );

    [LibraryImport("kernel32.dll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial uint GetOEMCP();
}
