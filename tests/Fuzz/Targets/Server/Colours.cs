using System.Text;
using IwTune.Server.Console.Highlighting;

namespace IwTune.Fuzz.Targets.Server;

/// <summary>The colours of a policy's text, valid or not: the pieces together are the text.</summary>
internal static class Colours
{
    public static bool Read(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        BrokenPromiseException.Unless(
            string.Concat(YamlTokens.Of(text).Select(one => one.Text)) == text,
            "the pieces together are the text"
        );
        _ = YamlTokens.Lines(text);
        return true;
    }
}
