namespace IwTune.EndToEnd.Console;

/// <summary>Groups of the rules of axe-core that check how a page is shown.</summary>
internal enum Rules
{
    None,
    Colours,
    ButColours,
    All,
}
