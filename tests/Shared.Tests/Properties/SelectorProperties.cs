using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Selectors;
using IwTune.Shared.Tests.Selectors;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Properties;

/// <summary>Properties of every selector, and of every text that a person may enter as one.</summary>
public sealed class SelectorProperties
{
    private static readonly Gen<string> Key = Gen.Elements("site", "role", "os", "kernel", "a.b/c", "x-1", "nic");

    private static readonly Gen<string> Version =
        from numbers in Gen.Choose(0, 30).NonEmptyListOf()
        from suffix in Gen.Elements("", "-rc1", "-18-amd64", ".el9")
        select string.Join('.', numbers.Take(3)) + suffix;

    private static readonly Gen<string> Text = Gen.OneOf(
        Gen.Elements("fra", "FRA", "ams-1", "db", "a b", "a,b", "\"", "\\", "é", "=", "-x", "a:b", "*", "<5", "6.1.0-18"),
        Version,
        ArbMap
            .Default.GeneratorFor<NonNull<string>>()
            .Select(text => string.Concat(text.Get.Where(c => !char.IsSurrogate(c) && ShownText.IsPlain([c]))))
            .Where(text => text.Length is > 0 and < 100)
    );

    private static readonly Gen<SelectorValue> Value = Gen.OneOf(
        Text.Select(SelectorValue.Exact),
        Text.Select(SelectorValue.Prefix),
        Gen.Constant(SelectorValue.Prefix("")),
        from sign in Gen.Elements(">=", ">", "<=", "<", "=")
        from version in Version
        select SelectorValue.Versions([new(sign, version)]),
        from a in Version
        from b in Version
        select VersionOrder.Compare(a, b) <= 0 && VersionOrder.Compare(b, a) >= 0
            ? SelectorValue.Versions([new(">=", a), new("<", b)])
            : SelectorValue.Versions([new(">=", a)])
    );

    private static readonly Gen<SelectorTerm> Term =
        from key in Key
        from negated in Gen.Elements(false, true)
        from values in Value.NonEmptyListOf()
        select new SelectorTerm(key, negated, values.Take(5));

    private static readonly Gen<Selector> Any = Term.ListOf().Select(terms => new Selector(terms.Take(8)));

    private static readonly Gen<Selectable> Host = (from key in Key from value in Text select (key, value))
        .ListOf()
        .Select(values => new Selectable([.. values.Take(12)]));

    private static readonly string[] Signs = ["<", "=", ">"];

    private static readonly string[] Pieces =
    [
        "site",
        ":",
        ",",
        "-",
        "*",
        " ",
        "\"",
        "\\",
        ">=",
        "<",
        "=",
        ">",
        "5.15",
        "fra",
        "label:",
        "state:",
        "policy:x",
        "os:linux",
        "\t",
        "\n",
        "\0",
        "\ud83d",
        "\u2028",
        "é",
        "K:",
        "..",
    ];

    [Fact]
    public void What_is_written_is_read_back_as_the_same() =>
        Prop.ForAll(
                Any.ToArbitrary(),
                selector =>
                {
                    var (again, problems) = Selector.Parse(selector.ToString());
                    return (again is not null && again.Equals(selector) && again.ToString() == selector.ToString()).Label(
                        $"{selector} → {again} {string.Join("; ", problems)}"
                    );
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(3000));

    [Fact]
    public void What_is_read_back_matches_the_same_hosts() =>
        Prop.ForAll(
                Any.ToArbitrary(),
                Host.ToArbitrary(),
                (selector, host) => Selector.Parse(selector.ToString()).Selector!.Matches(host) == selector.Matches(host)
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(3000));

    [Fact]
    public void A_negated_term_holds_exactly_where_the_term_does_not() =>
        Prop.ForAll(
                Term.ToArbitrary(),
                Host.ToArbitrary(),
                (term, host) =>
                {
                    var text = term.ToString();
                    var turned = term.Negated ? text[1..] : $"-{text}";
                    return Selector.Parse(turned).Selector!.Matches(host) != term.Matches(host);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(3000));

    [Fact]
    public void Order_and_repetition_do_not_make_another_selector() =>
        Prop.ForAll(
                Any.ToArbitrary(),
                selector =>
                    Selector.Parse(string.Join("  ", selector.Terms.Reverse().Concat(selector.Terms))) is { Selector: var again }
                    && (selector.Terms.Count is 0 or > 16 || selector.Equals(again))
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    [Fact]
    public void A_version_is_below_equal_or_above_another_and_only_one_of_them() =>
        Prop.ForAll(
                Version.ToArbitrary(),
                Version.ToArbitrary(),
                (actual, written) =>
                    Signs.Count(sign => new VersionBound(sign, written).Holds(actual)) == 1
                    && new VersionBound(">=", written).Holds(actual) != new VersionBound("<", written).Holds(actual)
                    && new VersionBound("<=", written).Holds(actual) != new VersionBound(">", written).Holds(actual)
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(3000));

    [Fact]
    public void Any_text_gives_a_selector_or_its_problems() =>
        Check(ArbMap.Default.GeneratorFor<NonNull<string>>().Select(text => text.Get), 3000);

    [Fact]
    public void Any_sequence_of_things_that_mean_something_gives_a_selector_or_its_problems() =>
        Check(Gen.Elements(Pieces).ListOf().Select(pieces => string.Concat(pieces)), 10_000);

    private static void Check(Gen<string> texts, int times) =>
        Prop.ForAll(texts.ToArbitrary(), text => Sound(text, Selector.Parse(text)) && Sound(text, Selector.ParseSearch(text)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(times));

    private static bool Sound(string text, (Selector? Selector, IReadOnlyList<SelectorProblem> Problems) read) =>
        read.Selector is null == read.Problems.Count > 0
        && read.Problems.All(p => p.Column >= 1 && p.Column <= text.Length + 1 && p.Rule.Length > 0 && !p.ToString().Any(char.IsControl))
        && (read.Selector is null || Selector.ParseSearch(read.Selector.ToString()).Selector!.Equals(read.Selector));
}
