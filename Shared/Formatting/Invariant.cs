namespace IwTune.Shared.Formatting;

/// <summary>Text that is the same in every language.</summary>
public static class Invariant
{
    /// <summary>The interpolated string, with numbers and times formatted invariantly.</summary>
    public static string Text(InvariantText text) => text.ToString();
}
