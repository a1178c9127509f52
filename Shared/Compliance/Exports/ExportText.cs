using System.Text;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>Text in the files of an export: UTF-8 without a mark, lines that end with a line feed. Equal text is equal bytes.</summary>
public static class ExportText
{
    /// <summary>A half of a surrogate pair becomes U+FFFD.</summary>
    public static UTF8Encoding Utf8 { get; } = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Writes text to a file.</summary>
    /// <param name="to">The file.</param>
    /// <param name="leaveOpen">Whether the file stays open when the writer is closed.</param>
    public static StreamWriter Writer(Stream to, bool leaveOpen = false) => new(to, Utf8, 1 << 16, leaveOpen) { NewLine = "\n" };
}
