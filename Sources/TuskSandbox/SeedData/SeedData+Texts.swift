extension SeedData {
  /// A PreviewCard entity as JSON.
  static let card = """
    {"url":"https://www.long-address.example/articles/2024/05/how-parrots-learned-to-whistle?ref=feed",\
    "title":"How parrots learned to whistle","description":"A short history of a loud habit.","language":"en",\
    "type":"link","author_name":"A. Feather","author_url":"","provider_name":"Long Address","provider_url":"",\
    "html":"","width":640,"height":336,"image":"https://www.long-address.example/images/parrot.jpg",\
    "image_description":"A parrot","embed_url":"","blurhash":"UGC~-#M{0JfkNFofR%M{IURj%Mt7E0oM%MR*",\
    "published_at":"2024-05-04T08:00:00.000Z","authors":[{"name":"A. Feather","url":"","account":null}],\
    "missing_attribution":false}
    """

  static let pictureMeta = """
    {"focus":{"x":0.0,"y":0.5},"original":{"width":1600,"height":1067,"size":"1600x1067","aspect":1.4995},\
    "small":{"width":588,"height":392,"size":"588x392","aspect":1.5}}
    """

  static let longText = """
    A long one, so be warned. The beans came up on the same day as the neighbors' beans, which is either a sign \
    or spring. I counted the snails twice and got two different numbers, both of them too high.

    The compost is warm. The shed is not. Somebody has painted the gate green, and it was not me, though I have \
    been told that I would have chosen the same color.

    If you come by on Sunday, pack boots, bread and an opinion about roses. #gardening #longread
    """
}
