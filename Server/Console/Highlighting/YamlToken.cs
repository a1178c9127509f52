namespace IwTune.Server.Console.Highlighting;

/// <summary>A piece of a policy's text.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">Never empty.</param>
public sealed record YamlToken(YamlKind Kind, string Text);

/// <summary>What a piece of a policy's text is.</summary>
public enum YamlKind
{
    /// <summary>White space and punctuation.</summary>
    Plain,
    Key,
    Text,

    /// <summary>Also with a unit of time or %.</summary>
    Number,
    Comment,
}
