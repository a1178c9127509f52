namespace IwTune.Shared.Charts;

/// <summary>Where a drawing will stand.</summary>
public enum ChartLook
{
    /// <summary>A file of its own: brings its colours for light and for dark, its ground, and its sentence as a caption.</summary>
    File,

    /// <summary>
    /// Within a page: takes the page's colours (<c>--text</c>, <c>--muted</c>, <c>--line</c>, <c>--surface</c>, <c>--series-a</c> …) by
    /// variables, brings no styles, which a content security policy would refuse.
    /// </summary>
    Page,
}
