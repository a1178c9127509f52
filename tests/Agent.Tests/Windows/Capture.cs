using System.Text;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Tests.Windows;

/// <summary>A capture of tests/fixtures/windows without the lines that name its source.</summary>
internal static class Capture
{
    public static string Text(string name)
    {
        var text = Encoding.UTF8.GetString(File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "fixtures/windows", name + ".txt")));
        while (text.StartsWith('#'))
            text = text[(text.IndexOf('\n', StringComparison.Ordinal) + 1)..];
        return text;
    }

    /// <summary>As the program wrote it: in a code page.</summary>
    public static byte[] Bytes(string name, int codePage = 65001) => OemCodePage.Of(codePage).GetBytes(Text(name));
}
