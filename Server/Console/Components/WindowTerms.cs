using IwTune.Shared.Wire;

namespace IwTune.Server.Console.Components;

/// <summary>The terms of one effective window in bytes, the least of which binds.</summary>
/// <param name="Terms">Each with its name, in the order they are drawn.</param>
/// <param name="Remarks">What bounds nothing, but is good to know, as sentences.</param>
public sealed record WindowTerms(IReadOnlyList<WindowTerms.Term> Terms, IReadOnlyList<string> Remarks)
{
    /// <summary>From what was measured; <see langword="null"/> when there is too little to draw.</summary>
    /// <param name="evidence">Conclusive evidence from a fresh connection.</param>
    public static WindowTerms? Of(Evidence? evidence)
    {
        if (evidence is not { Conclusive: true, Mss: { } mss })
            return null;
        if (evidence.Terms is { Count: > 0 } told)
            return From(told, mss);
        var terms = new List<Term>();
        if ((evidence.ConfiguredCwnd ?? evidence.InitialCwnd) is { } cwnd)
            terms.Add(new($"initcwnd × MSS = {cwnd} × {mss}", (long)cwnd * mss, evidence.Binding == BindingTerm.InitCwnd));
        if (evidence.PeerWindowBytes is { } peer)
            terms.Add(new("peer’s window", peer, evidence.Binding == BindingTerm.PeerWindow));
        // The agent names the buffer or a BPF program only when it decides; its size is then the effective window itself.
        if (evidence is { Binding: BindingTerm.SendBuffer or BindingTerm.Bpf, EffectiveBytes: { } effective })
            terms.Add(new(BindingTerms.Word(evidence.Binding), effective, true));
        return terms.Count == 0 ? null : new(terms, []);
    }

    private static WindowTerms? From(IReadOnlyList<WindowTerm> told, int mss)
    {
        var terms = told.Where(term => term.Bytes is > 0)
            .Select(term => new Term(
                term is { Name: TermName.InitCwnd, Segments: { } cwnd } ? $"initcwnd × MSS = {cwnd} × {mss}" : BindingTerms.Word(term.Name),
                term.Bytes!.Value,
                term.Binds,
                term.Note
            ))
            .ToList();
        return terms.Count == 0
            ? null
            : new(
                terms,
                [
                    .. told.Where(term => term.Bytes is null && term.Note is { Length: > 0 })
                        .Select(term => $"{BindingTerms.Word(term.Name)}: {term.Note}"),
                ]
            );
    }

    /// <summary>
    /// The scale ends at two and a half times the least term: the binding term must be readable, the others only need to look longer.
    /// </summary>
    public long Scale => Terms.Min(t => t.Bytes) * 5 / 2;

    /// <param name="Name">What it is.</param>
    /// <param name="Bytes">Its size.</param>
    /// <param name="Binds">True when it decides.</param>
    /// <param name="Note">Where it comes from; may be empty.</param>
    public sealed record Term(string Name, long Bytes, bool Binds, string Note = "");
}
