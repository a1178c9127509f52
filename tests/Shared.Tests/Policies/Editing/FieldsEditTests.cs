using IwTune.Shared.Policies;
using IwTune.Shared.Policies.Editing;

namespace IwTune.Shared.Tests.Policies.Editing;

/// <summary>What an edit by fields writes, character for character; the properties cover what it must not touch.</summary>
public sealed class FieldsEditTests
{
    private const string Text = """
        # both sites
        policy: edge
        window: { initcwnd: 10 }   # RFC 6928
        scopes:
          - default
          - prefix: 10.0.0.0/8   # lab
            window:
              initcwnd: 16
          - interface: wan0
            window: auto
        auto: { max: 8 }

        """;

    private static string After(string text, Func<PolicyFields, PolicyFields> edit)
    {
        Assert.NotNull(PolicyReader.Read(text).Policy);
        var result = FieldsEdit.Apply(text, edit(PolicyFields.Of(text)!));
        Assert.Empty(result.Refused);
        return result.Text;
    }

    [Fact]
    public void The_fields_are_those_of_the_text()
    {
        var fields = PolicyFields.Of(Text)!;

        Assert.Equal(("edge", "enforce", "10", ""), (fields.Name, fields.Mode, fields.Window.InitCwnd, fields.Window.InitRwnd));
        Assert.Equal(
            [new("default", "", WindowFields.None), new("prefix", "10.0.0.0/8", new("16", "")), new("interface", "wan0", new("auto", ""))],
            fields.Scopes
        );
        Assert.Equal(["auto"], fields.Others);
    }

    [Theory]
    [InlineData("- a list")]
    [InlineData("a: *alias")]
    [InlineData("a: {")]
    [InlineData("")]
    public void A_text_that_is_no_mapping_has_no_fields_and_is_not_changed(string text)
    {
        Assert.Null(PolicyFields.Of(text));
        var result = FieldsEdit.Apply(text, new() { Name = "a" });
        Assert.Equal((text, 1), (result.Text, result.Refused.Count));
    }

    [Fact]
    public void Deep_nesting_and_long_texts_end_the_reading() =>
        Assert.All(
            (string[])["a: " + new string('[', 60_000), "a: b\n#" + new string('#', 70_000)],
            text => Assert.Null(PolicyFields.Of(text))
        );

    [Fact]
    public void A_new_key_gets_its_place_in_the_order_of_keys() =>
        Assert.Equal(
            Text.Replace("policy: edge\n", "policy: edge\nmode: audit\n", StringComparison.Ordinal)
                .Replace("auto:", "limits: { max: 32, step: x2 }\nauto:", StringComparison.Ordinal) + "confirm: 2m\n",
            After(Text, now => now with { Mode = "audit", Max = "32", Step = "x2", Confirm = "2m" })
        );

    [Fact]
    public void A_scope_is_added_in_the_style_of_the_others() =>
        Assert.Equal(
            Text.Replace("auto: {", "  - table: 100\n    window: { initcwnd: 8, initrwnd: 90 }\nauto: {", StringComparison.Ordinal),
            After(Text, now => now with { Scopes = [.. now.Scopes, new("table", "100", new("8", "90"))] })
        );

    [Fact]
    public void A_window_that_becomes_empty_goes_with_its_key() =>
        Assert.Equal(
            Text.Replace("    window:\n      initcwnd: 16\n", "", StringComparison.Ordinal),
            After(Text, now => now with { Scopes = [now.Scopes[0], now.Scopes[1] with { Window = WindowFields.None }, now.Scopes[2]] })
        );

    [Theory]
    [InlineData("123", "\"123\"")]
    [InlineData("a: b # c", "'a: b # c'")]
    [InlineData("it's", "'it''s'")]
    [InlineData("a\nb", "\"a\\nb\"")]
    public void A_word_stays_a_word(string name, string written) =>
        Assert.Equal(
            Text.Replace("policy: edge", $"policy: {written}", StringComparison.Ordinal),
            After(Text, now => now with { Name = name })
        );

    [Fact]
    public void Json_stays_json()
    {
        const string json = "{\"policy\": \"edge\", \"window\": {\"initcwnd\": 10}, \"scopes\": [\"default\"]}";

        Assert.Equal(
            "{\"policy\": \"core\", \"mode\": \"audit\", \"window\": {\"initcwnd\": 4, \"initrwnd\": 90}, \"scopes\": [\"default\", "
                + "{ \"prefix\": \"10.0.0.0/8\" }]}",
            After(
                json,
                now =>
                    now with
                    {
                        Name = "core",
                        Mode = "audit",
                        Window = new("4", "90"),
                        Scopes = [.. now.Scopes, new("prefix", "10.0.0.0/8", WindowFields.None)],
                    }
            )
        );
    }

    [Fact]
    public void An_edit_that_would_lose_a_comment_or_leave_no_scope_is_refused()
    {
        const string commented =
            "policy: a\nwindow: { initcwnd: 4 }\nscopes: [ { prefix: 10.0.0.0/8, # lab\n window: { initcwnd: 5 } } ]\n";
        var now = PolicyFields.Of(commented)!;

        var result = FieldsEdit.Apply(commented, now with { Scopes = [new("default", "", WindowFields.None)], Confirm = "2m" });
        Assert.Equal(["scopes[0]"], result.Refused);
        Assert.Equal(commented + "confirm: 2m\n", result.Text);
        Assert.Equal(["scopes[0]"], FieldsEdit.Apply(commented, now with { Scopes = [now.Scopes[0] with { Kind = "" }] }).Refused);
    }
}
