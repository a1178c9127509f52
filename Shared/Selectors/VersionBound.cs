namespace IwTune.Shared.Selectors;

/// <summary>One side of a range of versions, or one version.</summary>
/// <param name="Operator"><c>&gt;=</c>, <c>&gt;</c>, <c>&lt;=</c>, <c>&lt;</c> or <c>=</c>.</param>
/// <param name="Version">As written, lower-case.</param>
public sealed record VersionBound(string Operator, string Version)
{
    /// <summary>Whether versions must be above it.</summary>
    public bool IsLower => Operator[0] == '>';

    /// <summary>Whether versions must be below it.</summary>
    public bool IsUpper => Operator[0] == '<';

    /// <summary>Whether a version is on the right side; what is no version never is.</summary>
    public bool Holds(ReadOnlySpan<char> actual) =>
        VersionOrder.Compare(actual, Version) is { } order
        && Operator switch
        {
            ">=" => order >= 0,
            ">" => order > 0,
            "<=" => order <= 0,
            "<" => order < 0,
            _ => order == 0,
        };

    /// <inheritdoc/>
    public override string ToString() => Operator + Version;
}
