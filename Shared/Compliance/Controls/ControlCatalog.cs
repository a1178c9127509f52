namespace IwTune.Shared.Compliance.Controls;

/// <summary>The controls with the clauses that they serve, as an export has them.</summary>
/// <param name="Controls">By number.</param>
public sealed record ControlCatalog(IReadOnlyList<CatalogControl> Controls)
{
    /// <summary>Without any control: an export of a server that knew none.</summary>
    public static ControlCatalog Empty { get; } = new([]);

    /// <summary>The built-in controls.</summary>
    /// <param name="mappings">Standards, in the order in which reports name their clauses.</param>
    public static ControlCatalog Of(IReadOnlyList<StandardMapping> mappings) =>
        new([
            .. BuiltInControls.All.Select(control => new CatalogControl(
                control.Id,
                control.Title,
                control.Requirement,
                control.Fix,
                [
                    .. mappings.SelectMany(mapping =>
                        (mapping.Clauses.GetValueOrDefault(control.Id) ?? []).Select(clause => new ControlClause(mapping.Standard, clause))
                    ),
                ]
            )),
        ]);
}

/// <summary>A control as an export has it.</summary>
/// <param name="Id">What rows call it: <c>IWT-1</c>.</param>
/// <param name="Title">What people call it.</param>
/// <param name="Requirement">What is required, as a sentence.</param>
/// <param name="Fix">What to do when a host fails it.</param>
/// <param name="Clauses">The clauses of standards that it serves.</param>
public sealed record CatalogControl(string Id, string Title, string Requirement, string Fix, IReadOnlyList<ControlClause> Clauses)
{
    /// <summary>The clauses for people: <c>PCI DSS 4.0.1: 2.2.1, 6.5.1; SOC 2 (TSC 2017): CC7.1</c>.</summary>
    public string ClausesText() =>
        string.Join(
            "; ",
            Clauses
                .GroupBy(clause => clause.Standard, StringComparer.Ordinal)
                .Select(standard => $"{standard.Key}: {string.Join(", ", standard.Select(clause => clause.Clause))}")
        );
}

/// <summary>A clause of a standard.</summary>
/// <param name="Standard">What people call the standard.</param>
/// <param name="Clause">Its number there.</param>
public sealed record ControlClause(string Standard, string Clause);
