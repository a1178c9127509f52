using System.Text;

namespace IwTune.PowerShell.Running;

/// <summary>Arguments as one text that the program splits into the same arguments: .NET Framework has no list of them.</summary>
internal static class CommandLineText
{
    /// <summary>Quotes by the rules of CommandLineToArgvW, which .NET follows on other systems too.</summary>
    public static string Of(IEnumerable<string> arguments) => string.Join(" ", arguments.Select(Quote));

    private static string Quote(string argument)
    {
        if (argument.Length > 0 && argument.All(character => !char.IsWhiteSpace(character) && character != '"'))
            return argument;
        var quoted = new StringBuilder("\"");
        var slashes = 0;
        foreach (var character in argument)
        {
            if (character == '"')
                quoted.Append('\\', slashes + 1); // backslashes count only before a quotation mark, and there twice
            slashes = character == '\\' ? slashes + 1 : 0;
            quoted.Append(character);
        }
        return quoted.Append('\\', slashes).Append('"').ToString();
    }
}
