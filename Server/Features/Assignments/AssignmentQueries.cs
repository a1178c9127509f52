using IwTune.Server.Storage;

namespace IwTune.Server.Features.Assignments;

/// <summary>A stored assignment.</summary>
internal sealed class AssignmentRow
{
    public string Id { get; init; } = "";
    public string Selector { get; init; } = "";
    public string Policy { get; init; } = "";
    public long Priority { get; init; }
    public string Author { get; init; } = "";
    public string Reason { get; init; } = "";
    public long CreatedAt { get; init; }
    public long Grammar { get; init; }

    /// <summary>In today's words, whenever it was written.</summary>
    public Selector Read() =>
        Shared.Selectors.Selector.Parse(Grammar < AssignmentQueries.Grammar ? EarlierSelector.Translate(Selector) : Selector).Selector!;
}

internal static class AssignmentQueries
{
    /// <summary>That of docs/selectors.md.</summary>
    public const int Grammar = 2;

    public static Task<IReadOnlyList<AssignmentRow>> ListAsync(DbSession db) =>
        db.ListAsync<AssignmentRow>(
            """
            select id, selector, policy, priority, author, reason, created_at, grammar from assignments
            where removed_at is null order by priority desc, created_at desc, id desc
            """
        );

    public static Task<AssignmentRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<AssignmentRow>(
            "select id, selector, policy, priority, author, reason, created_at, grammar from assignments where removed_at is null and "
                + "id = @id",
            new { id }
        );

    public static async Task<bool> ExistsAsync(DbSession db, Selector selector, string policy) =>
        (await ListAsync(db)).Any(row => row.Policy == policy && row.Read().Equals(selector));
}
