namespace IwTune.Shared.Charts;

/// <summary>Where a drawing will stand.</summary>
public enum ChartLook
{
    /// <summary>A separate file: contains its colours for light and dark mode, its background, and its sentence as a caption.</summary>
    File,

    /// <summary>
    /// Within a page: uses the page's colours (<c>--text</c>, <c>--muted</c>, <c>--line</c>, <c>--surface</c>, <c>--series-a</c> …) as
    /// variables and contains no styles, because a content security policy would refuse them.
    /// </summary>
    Page,
}
