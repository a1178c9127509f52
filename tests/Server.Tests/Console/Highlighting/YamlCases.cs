namespace IwTune.Server.Tests.Console.Highlighting;

/// <summary>
/// Texts and their pieces, which are the same on the server and in the editor. Each piece begins with the letter of its kind: p plain, k
/// key, t text, n number, c comment; <c>¦</c> separates them.
/// </summary>
public static class YamlCases
{
    public static readonly (string Text, string Pieces)[] All =
    [
        ("", ""),
        ("policy: edge-web", "kpolicy¦p: ¦tedge-web"),
        ("policy: edge   # the name\nmode: audit\n", "kpolicy¦p: ¦tedge¦p   ¦c# the name¦p\n¦kmode¦p: ¦taudit¦p\n"),
        ("# a: 1\n---\na: 1\r\n...", "c# a: 1¦p\n---\n¦ka¦p: ¦n1¦p\r\n..."),
        ("window: { initcwnd: 10, initrwnd: auto }", "kwindow¦p: { ¦kinitcwnd¦p: ¦n10¦p, ¦kinitrwnd¦p: ¦tauto¦p }"),
        ("scopes:\n  - default\n  - prefix: 10.0.0.0/8", "kscopes¦p:\n  - ¦tdefault¦p\n  - ¦kprefix¦p: ¦t10.0.0.0/8"),
        ("scopes: [ default, { prefix: ::/0 } ]", "kscopes¦p: [ ¦tdefault¦p, { ¦kprefix¦p: ¦t::/0¦p } ]"),
        ("- prefix: 2001:db8::/32", "p- ¦kprefix¦p: ¦t2001:db8::/32"),
        ("confirm: 2m\nshare: 1.5%\nstep: x2\nat: -3", "kconfirm¦p: ¦n2m¦p\n¦kshare¦p: ¦n1.5%¦p\n¦kstep¦p: ¦tx2¦p\n¦kat¦p: ¦n-3"),
        ("override: more than 10, see #7", "koverride¦p: ¦tmore than 10, see¦p ¦c#7"),
        ("override: a#b : c", "koverride¦p: ¦ka#b¦p : ¦tc"),
        ("a : b:c", "ka¦p : ¦tb:c"),
        ("a: 'it''s' # b", "ka¦p: ¦t'it''s'¦p ¦c# b"),
        ("'a b': \"c: \\\" # d\"", "k'a b'¦p: ¦t\"c: \\\" # d\""),
        ("a: \"open\nb: 1", "ka¦p: ¦t\"open¦p\n¦kb¦p: ¦n1"),
        ("a: \"open\\", "ka¦p: ¦t\"open\\"),
        ("{\"policy\":\"edge\",\"window\":{\"initcwnd\":10}}", "p{¦k\"policy\"¦p:¦t\"edge\"¦p,¦k\"window\"¦p:{¦k\"initcwnd\"¦p:¦n10¦p}}"),
        ("a: |\n  b: 1\n\n  # c\nd: 2", "ka¦p: |\n¦t  b: 1\n\n  # c\n¦kd¦p: ¦n2"),
        ("- a: >- # why\n    b\n  c: 1", "p- ¦ka¦p: >- # why\n¦t    b\n¦p  ¦kc¦p: ¦n1"),
        ("kernel: >=5", "kkernel¦p: ¦t>=5"),
        ("a: ] b: 1", "ka¦p: ] ¦kb¦p: ¦n1"),
        (":", "p:"),
        ("a: zoë 😀", "ka¦p: ¦tzoë 😀"),
    ];
}
